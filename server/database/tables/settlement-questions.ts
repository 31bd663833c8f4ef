import type { Generated } from 'kysely';
import type { Schema } from '../migrations/steps.ts';

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

export const settlementQuestionsSchema: Schema = {
  up: ({ id, strict }) => [
    `create table settlement_questions (
      question_id ${id},
      file_id integer not null references documents (file_id) on delete cascade,
      revision integer not null,
      user_id integer not null references users (user_id),
      status text not null check (status in ('open', 'answered')),
      created_at text not null,
      asked_at text not null,
      unread integer not null default 0 check (unread in (0, 1))
    ) ${strict}`,
    'create index settlement_questions_file on settlement_questions (file_id)',
    'create index settlement_questions_user on settlement_questions (user_id, question_id)',
    "create index settlement_questions_open on settlement_questions (question_id) where status = 'open'",
    'create index settlement_questions_unread on settlement_questions (user_id) where unread = 1',

    `create table settlement_question_messages (
      message_id ${id},
      question_id integer not null references settlement_questions (question_id) on delete cascade,
      user_id integer not null references users (user_id),
      text text not null,
      at text not null,
      object_key text unique references objects (key)
    ) ${strict}`,
    'create index settlement_question_messages_question on settlement_question_messages (question_id, message_id)',
  ],
};
