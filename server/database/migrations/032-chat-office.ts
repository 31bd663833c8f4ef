import type { Step } from './steps.ts';

/** Canned replies, the automatic reply while the office is closed, and who is on duty. */
export const chatOffice: Step = {
  name: '032-chat-office',
  up: ({ id, strict }) => [
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
    // When the office closed; only on automatic replies.
    'alter table messages add column closed_at text',
    'create unique index messages_automatic on messages (low_id, high_id, closed_at) where closed_at is not null',
    `create table duty (
      user_id integer primary key references users (user_id),
      until text not null,
      set_by integer not null references users (user_id)
    ) ${strict}`,
  ],
};
