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
  /** When the office closed, of an automatic reply: at most one per conversation and closing. */
  closed_at: Generated<string | null>;
}

/** A text that admins insert into messages. */
export interface CannedRepliesTable {
  reply_id: Generated<number>;
  title: string;
  text: string;
  version: Generated<number>;
  created_at: string;
}

/** One row: the reply while the office is closed. */
export interface AutomaticReplyTable {
  id: number;
  is_on: 0 | 1;
  text: string;
  version: Generated<number>;
}

/** The newest message from an admin to an employee. */
export interface AnswersTable {
  user_id: number;
  message_id: number;
}
