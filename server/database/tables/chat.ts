import type { Generated } from 'kysely';
import type { Schema } from '../migrations/steps.ts';

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

export const chatSchema: Schema = {
  up: ({ id, strict }) => [
    // Its row is locked while a message is stored, so that ids follow the order of the commits.
    `create table conversations (
      low_id integer not null references users (user_id),
      high_id integer not null references users (user_id),
      last_message_id integer,
      primary key (low_id, high_id),
      check (low_id < high_id)
    ) ${strict}`,
    'create index conversations_high on conversations (high_id)',

    `create table messages (
      id ${id},
      low_id integer not null,
      high_id integer not null,
      sender_id integer not null references users (user_id),
      receiver_id integer not null references users (user_id),
      content text not null,
      sent_at text not null,
      client_id text,
      read_at text,
      object_key text unique references objects (key),
      width integer,
      height integer,
      closed_at text,
      foreign key (low_id, high_id) references conversations (low_id, high_id),
      unique (sender_id, client_id)
    ) ${strict}`,
    'create index messages_of_two on messages (low_id, high_id, id)',
    'create index messages_unread on messages (receiver_id, sender_id, id) where read_at is null',
    'create unique index messages_automatic on messages (low_id, high_id, closed_at) where closed_at is not null',
    // Retention looks for the oldest.
    'create index messages_sent_at on messages (sent_at)',

    `create table answers (
      user_id integer primary key references users (user_id),
      message_id integer not null references messages (id)
    ) ${strict}`,

    `create table canned_replies (
      reply_id ${id},
      title text not null,
      text text not null,
      version integer not null default 1,
      created_at text not null
    ) ${strict}`,

    `create table automatic_reply (
      id integer primary key check (id = 1),
      is_on integer not null check (is_on in (0, 1)),
      text text not null,
      version integer not null default 1
    ) ${strict}`,
    // Off: the office decides what is sent in its name.
    `insert into automatic_reply (id, is_on, text)
      values (1, 0, 'The office is closed right now. We will answer when we are back.')`,
  ],
  upSqlite: [
    // Contains the index only, by messages.id; search-terms.ts defines the terms.
    `create virtual table message_words using fts5 (
      words, content = '', contentless_delete = 1, detail = none, tokenize = "ascii tokenchars '@'"
    )`,
  ],
  upPostgres: [
    `create table message_words (
      message_id integer primary key references messages (id) on delete cascade,
      words tsvector not null
    )`,
    // Without a pending list, which every search would scan.
    'create index message_words_words on message_words using gin (words) with (fastupdate = off)',
    // Payloads too long for NOTIFY; the nodes sweep it.
    `create unlogged table socket_io_attachments (
      id bigint generated always as identity primary key,
      created_at timestamptz not null default now(),
      payload bytea not null
    )`,
  ],
};
