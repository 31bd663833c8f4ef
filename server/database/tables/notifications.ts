import type { Generated } from 'kysely';
import type { NotificationKind } from '#contract/notification-kinds.ts';
import type { Schema } from '../migrations/steps.ts';

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

export const notificationsSchema: Schema = {
  up: ({ id, strict }) => [
    `create table notifications (
      notification_id ${id},
      message text not null,
      sender_id integer references users (user_id),
      created_at text not null,
      link text,
      must_confirm integer not null default 0,
      kind text not null default 'announcement',
      is_office integer not null default 0 check (is_office in (0, 1))
    ) ${strict}`,
    'create index notifications_link on notifications (link) where link is not null',

    `create table notification_recipients (
      notification_id integer not null references notifications (notification_id),
      user_id integer not null references users (user_id),
      read_at text,
      must_confirm integer not null default 0,
      confirmed_at text,
      primary key (user_id, notification_id)
    ) ${strict}`,
    'create index notification_recipients_unread on notification_recipients (user_id, notification_id) where read_at is null',
    'create index notification_recipients_unconfirmed on notification_recipients (user_id) where must_confirm = 1 and confirmed_at is null',
    'create index notification_recipients_notification on notification_recipients (notification_id)',

    `create table notification_settings (
      user_id integer primary key references users (user_id),
      choices text not null default '{}',
      quiet_from integer check (quiet_from between 0 and 1439),
      quiet_to integer check (quiet_to between 0 and 1439),
      version integer not null default 1,
      check ((quiet_from is null) = (quiet_to is null))
    ) ${strict}`,
  ],
};
