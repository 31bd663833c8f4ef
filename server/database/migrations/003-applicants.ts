import type { Step } from './steps.ts';

const phone = ['-', '(', ')', '.', '+', ' '].reduce(
  (column, sign) => `replace(${column}, '${sign}', '')`,
  'phone',
);

/** Applications with stages, notes, documents, a status link and drafts that continue on another device. */
export const applicants: Step = {
  name: '003-applicants',
  up: ({ id, strict }) => [
    `alter table applications add column stage text not null default 'new' check (stage in
      ('new', 'reviewed', 'interview', 'offer', 'hired', 'declined', 'withdrawn'))`,
    'alter table applications add column staged_at text',
    'alter table applications add column version integer not null default 1',
    'alter table applications add column hired_user_id integer references users (user_id)',
    // Of 49 CFR 391.21(b), as JSON: addresses, employers, accidents, violations, the signed statement.
    "alter table applications add column driver_history text not null default ''",
    'create index applications_email on applications (lower(email))',
    `create index applications_phone on applications (${phone})`,
    'create index applications_stage on applications (stage)',
    'create index applications_hired on applications (hired_user_id) where hired_user_id is not null',

    `create table application_notes (
      id ${id},
      application_id integer not null references applications (id) on delete cascade,
      author_id integer references users (user_id),
      kind text not null default 'note',
      text text not null,
      created_at text not null
    ) ${strict}`,
    'create index application_notes_application on application_notes (application_id, id)',

    `create table application_documents (
      id ${id},
      application_id integer not null references applications (id) on delete cascade,
      object_key text not null unique references objects (key),
      created_at text not null
    ) ${strict}`,
    'create index application_documents_application on application_documents (application_id, id)',

    // To the status page of an inquiry's or an application's sender.
    `create table status_links (
      code_hash text primary key,
      encrypted_code text not null,
      expires_at text not null,
      inquiry_id integer unique references inquiries (id) on delete cascade,
      application_id integer unique references applications (id) on delete cascade,
      check ((inquiry_id is null) <> (application_id is null))
    ) ${strict}`,

    // Started applications: continued by a link to the applicant's own address, or begun in two minutes.
    `create table application_drafts (
      id ${id},
      code_hash text not null unique,
      email text not null,
      form_values text not null,
      job_id integer references jobs (id) on delete set null,
      is_quick integer not null default 0 check (is_quick in (0, 1)),
      created_at text not null,
      expires_at text not null,
      application_id integer references applications (id) on delete cascade
    ) ${strict}`,
    'create index application_drafts_expiry on application_drafts (expires_at)',
    'create index application_drafts_email on application_drafts (lower(email))',
  ],
};
