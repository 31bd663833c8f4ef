import type { Generated } from 'kysely';
import type { NotificationKind } from '#contract/notification-kinds.ts';

export interface NotificationsTable {
  notification_id: Generated<number>;
  message: string;
  sender_id: number | null;
  created_at: string;
  /** Path in the portal of the related record. */
  link: string | null;
  /** 1: each recipient is asked to confirm it. */
  must_confirm: Generated<0 | 1>;
  /** What it is about. */
  kind: Generated<NotificationKind>;
  /** 1: for the office; its recipients lose it with the role. */
  is_office: Generated<0 | 1>;
}

/** One row per recipient, including the sender. */
export interface NotificationRecipientsTable {
  notification_id: number;
  user_id: number;
  read_at: string | null;
  /** As in its notification, for the index of what waits. */
  must_confirm: Generated<0 | 1>;
  confirmed_at: string | null;
}

/** How a person gets notifications; no row: everything as by default. */
export interface NotificationSettingsTable {
  user_id: number;
  /** JSON: the channels of each kind that differs from the default, by kind. */
  choices: Generated<string>;
  /** Minutes after midnight on the company's clock; both or none. */
  quiet_from: number | null;
  quiet_to: number | null;
  version: Generated<number>;
}
