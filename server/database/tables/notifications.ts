import type { Generated } from 'kysely';

export interface NotificationsTable {
  notification_id: Generated<number>;
  message: string;
  sender_id: number | null;
  created_at: string;
  /** Path in the portal of the related record. */
  link: string | null;
}

/** One row per recipient, including the sender. */
export interface NotificationRecipientsTable {
  notification_id: number;
  user_id: number;
  read_at: string | null;
}
