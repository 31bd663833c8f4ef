import type { Generated } from 'kysely';

/** Two users, lower id first. */
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
  /** UUID from the sender's page; unique per sender. */
  client_id: string | null;
  read_at: string | null;
  /** The attachment. */
  object_key: string | null;
  /** Pixels; images only. */
  width: number | null;
  height: number | null;
}

/** The newest message from an admin to an employee. */
export interface AnswersTable {
  user_id: number;
  message_id: number;
}
