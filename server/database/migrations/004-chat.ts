import type { Step } from './steps.ts';

/** Conversations, messages, last answers of admins, the search index, and push subscriptions. */
export const chat: Step = {
  name: '004-chat',
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
      foreign key (low_id, high_id) references conversations (low_id, high_id),
      unique (sender_id, client_id)
    ) ${strict}`,
    'create index messages_of_two on messages (low_id, high_id, id)',
    'create index messages_unread on messages (receiver_id, sender_id, id) where read_at is null',

    // The newest message from an admin to the employee.
    `create table answers (
      user_id integer primary key references users (user_id),
      message_id integer not null references messages (id)
    ) ${strict}`,

    `create table push_subscriptions (
      id ${id},
      user_id integer not null references users (user_id),
      jti text not null,
      endpoint text not null unique,
      p256dh text not null,
      auth text not null,
      created_at text not null
    ) ${strict}`,
    'create index push_subscriptions_user on push_subscriptions (user_id)',
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
