import type { Generated } from 'kysely';
import type { TestimonialStatus } from '#contract/testimonials.ts';
import type { Schema } from '../migrations/steps.ts';

export interface TestimonialsTable {
  id: Generated<number>;
  inquiry_id: number;
  status: TestimonialStatus;
  /** SHA-256 of the link's code, hex. */
  code_hash: string;
  /** The link's recipient. */
  email: string;
  /** `email` as it is compared (contact-keys.ts). */
  email_key: Generated<string>;
  invited_by: number;
  invited_at: string;
  expires_at: string;
  quote: string;
  client: string;
  role: string;
  company: string;
  city: string;
  state: string;
  written_at: string | null;
  decided_by: number | null;
  decided_at: string | null;
  version: Generated<number>;
}

export const testimonialsSchema: Schema = {
  up: ({ id, strict }) => [
    `create table testimonials (
      id ${id},
      inquiry_id integer not null references inquiries (id),
      status text not null check (status in ('invited', 'waiting', 'approved', 'declined')),
      code_hash text not null unique,
      email text not null,
      invited_by integer not null references users (user_id),
      invited_at text not null,
      expires_at text not null,
      quote text not null default '',
      client text not null default '',
      role text not null default '',
      company text not null default '',
      city text not null default '',
      state text not null default '',
      written_at text,
      decided_by integer references users (user_id),
      decided_at text,
      version integer not null default 1,
      check ((status = 'invited') = (written_at is null))
    ) ${strict}`,
    // At most one open link per inquiry.
    "create unique index testimonials_invited on testimonials (inquiry_id) where status = 'invited'",
    'create index testimonials_status on testimonials (status)',
  ],
};
