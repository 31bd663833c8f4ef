import type { Generated } from 'kysely';

/** A thread about one revision of a settlement. */
export interface SettlementQuestionsTable {
  question_id: Generated<number>;
  file_id: number;
  revision: number;
  /** The driver. */
  user_id: number;
  status: 'open' | 'answered';
  created_at: string;
  /** When the driver wrote last. */
  asked_at: string;
  /** 1: the driver has not read the newest answer. */
  unread: Generated<0 | 1>;
}

export interface SettlementQuestionMessagesTable {
  message_id: Generated<number>;
  question_id: number;
  user_id: number;
  text: string;
  at: string;
  /** Key of the photo in `objects`. */
  object_key: string | null;
}
