import type { Generated } from 'kysely';

/** The tables of the chat and of web push; as in tables.ts. */

/** Two people, the lower id first. */
export interface ConversationsTable {
  low_id: number;
  high_id: number;
  last_message_id: number | null;
}

export interface MessagesTable {
  id: Generated<number>;
  low_id: number;
  high_id: number;
  sender_id: number;
  receiver_id: number;
  content: string;
  sent_at: string;
  /** The UUID by which the sender's page knows it; once a sender. */
  client_id: string | null;
  read_at: string | null;
  /** The file that came with it. */
  object_key: string | null;
  /** Pixels of a picture. */
  width: number | null;
  height: number | null;
}

/** The newest message that an admin wrote to that employee. */
export interface AnswersTable {
  user_id: number;
  message_id: number;
}

/** A browser that is told when no page is open; it ends with its session. */
export interface PushSubscriptionsTable {
  id: Generated<number>;
  user_id: number;
  jti: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  created_at: string;
}
