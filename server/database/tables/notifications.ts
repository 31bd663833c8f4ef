import type { Generated } from 'kysely';

export interface NotificationsTable {
  notification_id: Generated<number>;
  message: string;
  sender_id: number | null;
  created_at: string;
  /** Path in the portal of the related record. */
  link: string | null;
  /** 1: each recipient is asked to confirm it. */
  must_confirm: Generated<0 | 1>;
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
