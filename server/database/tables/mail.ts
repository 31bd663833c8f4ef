import type { Generated } from 'kysely';
import type { Schema } from '../migrations/steps.ts';

export interface OutboxTable {
  id: Generated<number>;
  /** Message-ID without brackets; stable, so that a mail sent twice is recognized. */
  message_id: string;
  recipient: string;
  reply_to: string;
  subject: string;
  /** Deleted once sent. */
  body_text: string;
  body_html: string;
  /** Text and HTML of a mail with a one-time link, until it is sent or undeliverable. */
  encrypted_body: Generated<string | null>;
  /** 1: it has a one-time link, or had one before its text was deleted. */
  has_secret: Generated<0 | 1>;
  /** Of a mail for a later time that time. */
  created_at: string;
  next_try_at: string;
  tries: Generated<number>;
  /** One worker has claimed the mail until then. */
  claimed_until: string | null;
  sent_at: string | null;
  /** Set after a permanent rejection or the last try. */
  dead_at: string | null;
  last_error: Generated<string>;
  /** The account that gets it, at its address when the mail is sent. */
  user_id: Generated<number | null>;
  /** Path in the portal of the related record. */
  link: Generated<string | null>;
  /** What it says of the record with `reason_id`, such as that an application came to a stage (migration 009). */
  reason: Generated<string | null>;
  reason_id: Generated<number | null>;
  /** `recipient` as it is compared (contact-keys.ts). */
  recipient_key: Generated<string>;
}

/** Mails to addresses that visitors entered, counted to limit them. */
export interface VisitorMailsTable {
  /** Compared without case and `+tag`. */
  recipient: string;
  /** YYYY-MM-DD, UTC. */
  day: string;
  count: number;
}

export const mailSchema: Schema = {
  up: ({ id, strict }) => [
    `create table outbox (
      id ${id},
      message_id text not null unique,
      recipient text not null,
      reply_to text not null default '',
      subject text not null,
      body_text text not null,
      body_html text not null default '',
      encrypted_body text,
      has_secret integer not null default 0 check (has_secret in (0, 1)),
      created_at text not null,
      next_try_at text not null,
      tries integer not null default 0,
      claimed_until text,
      sent_at text,
      dead_at text,
      last_error text not null default '',
      user_id integer references users (user_id),
      link text
    ) ${strict}`,
    'create index outbox_due on outbox (next_try_at) where sent_at is null and dead_at is null',
    'create index outbox_dead on outbox (dead_at, id) where dead_at is not null',
    'create index outbox_link on outbox (link) where link is not null',

    `create table visitor_mails (
      recipient text not null,
      day text not null,
      count integer not null,
      primary key (recipient, day)
    ) ${strict}`,
    'create index visitor_mails_day on visitor_mails (day)',
  ],
};
