import type { Step } from './steps.ts';

/** Inquiries with an owner, quotes, vehicles, stops and a status link for their sender. */
export const customers: Step = {
  name: '002-customers',
  up: ({ id, int8, strict }) => [
    "alter table inquiries add column kind text not null default 'quote' check (kind in ('quote', 'certificate'))",
    'alter table inquiries add column owner_id integer references users (user_id)',
    "alter table inquiries add column next_step text not null default ''",
    'alter table inquiries add column next_step_on text',
    'alter table inquiries add column due_at text',
    'alter table inquiries add column scheduled_on text',
    'alter table inquiries add column replied_at text',
    'alter table inquiries add column decided_at text',
    'alter table inquiries add column escalated_for text',
    'alter table inquiries add column unread integer not null default 0 check (unread >= 0)',
    'create index inquiries_due on inquiries (due_at) where due_at is not null',
    'create index inquiries_next_step on inquiries (next_step_on) where next_step_on is not null',
    'create index inquiries_replied on inquiries (replied_at) where replied_at is not null',
    'create index inquiries_decided on inquiries (decided_at) where decided_at is not null',
    'create index inquiries_unread on inquiries (id) where unread > 0',
    'create index inquiries_sender on inquiries (lower(email_address))',

    // The office's notes, the sender's words and what happened: one timeline.
    "alter table inquiry_notes add column kind text not null default 'note'",
    "alter table inquiry_notes add column sender text not null default ''",

    `create table inquiry_vins (
      id ${id},
      inquiry_id integer not null references inquiries (id) on delete cascade,
      vin text not null,
      is_valid integer not null check (is_valid in (0, 1)),
      year integer,
      unique (inquiry_id, vin)
    ) ${strict}`,

    `create table inquiry_stops (
      id ${id},
      inquiry_id integer not null references inquiries (id) on delete cascade,
      place integer not null,
      kind text not null check (kind in ('pickup', 'delivery')),
      location text not null,
      stop_date text,
      vehicles integer check (vehicles > 0),
      unique (inquiry_id, place)
    ) ${strict}`,

    `create table quotes (
      quote_id ${id},
      inquiry_id integer not null references inquiries (id) on delete cascade,
      number text not null unique,
      status text not null default 'draft'
        check (status in ('draft', 'sent', 'accepted', 'declined', 'withdrawn')),
      valid_until text not null,
      message text not null default '',
      total_cents ${int8} not null,
      created_by integer not null references users (user_id),
      created_at text not null,
      sent_at text,
      answered_at text,
      answered_by text not null default '',
      answer_note text not null default '',
      version integer not null default 1,
      check ((status in ('accepted', 'declined')) = (answered_at is not null))
    ) ${strict}`,
    'create index quotes_inquiry on quotes (inquiry_id, quote_id)',
    // Two quotes of one inquiry can't both be accepted, whatever happens at once.
    "create unique index quotes_accepted on quotes (inquiry_id) where status = 'accepted'",

    `create table quote_lines (
      id ${id},
      quote_id integer not null references quotes (quote_id) on delete cascade,
      place integer not null,
      description text not null,
      quantity integer not null check (quantity > 0),
      unit_price_cents integer not null,
      unique (quote_id, place)
    ) ${strict}`,
  ],
};
