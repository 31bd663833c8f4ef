import { postgresTriggers, sqliteTriggers } from './003-documents-kept.ts';
import type { Step } from './steps.ts';

/** Documents with their assignments, receipts and submissions; unpublished settlements. */
export const documents: Step = {
  name: '003-documents',
  up: ({ id, int8, strict }) => [
    "alter table employees add column payroll_number text not null default ''",

    `create table documents (
      file_id ${id},
      kind text not null check (kind in ('training', 'settlements', 'reports', 'employee-files')),
      file_name text not null,
      object_key text not null unique references objects (key),
      revision integer not null default 1,
      acknowledge integer not null default 0 check (acknowledge in (0, 1)),
      uploaded_by integer references users (user_id),
      uploaded_at text not null,
      version integer not null default 1,
      content_kind text not null default '',
      size ${int8} not null default 0,
      user_ids text not null default '',
      assigned_count integer not null default 0,
      opened_count integer not null default 0,
      acknowledged_count integer not null default 0
    ) ${strict}`,
    'create index documents_newest on documents (kind, uploaded_at desc, file_id desc)',
    'create index documents_newest_of_all on documents (uploaded_at desc, file_id desc)',

    `create table document_revisions (
      file_id integer not null references documents (file_id) on delete cascade,
      revision integer not null,
      sha256 text not null,
      size ${int8} not null,
      original_name text not null,
      uploaded_at text not null,
      primary key (file_id, revision)
    ) ${strict}`,

    `create table document_assignments (
      assignment_id ${id},
      file_id integer not null references documents (file_id) on delete cascade,
      user_id integer not null references users (user_id),
      assigned_at text not null,
      removed_at text,
      reminded_at text,
      last_version integer not null default 0,
      opened integer not null default 0 check (opened in (0, 1)),
      acknowledged integer not null default 0 check (acknowledged in (0, 1)),
      missing integer not null default 1 check (missing in (0, 1)),
      unique (file_id, user_id)
    ) ${strict}`,
    // Covers the query of everyone's totals.
    'create index document_assignments_user on document_assignments (user_id, file_id, opened, missing) where removed_at is null',

    `create table document_receipts (
      file_id integer not null,
      revision integer not null,
      user_id integer not null,
      delivered_at text,
      opened_at text,
      acknowledged_at text,
      primary key (file_id, revision, user_id),
      foreign key (file_id, revision) references document_revisions (file_id, revision) on delete cascade,
      foreign key (file_id, user_id) references document_assignments (file_id, user_id) on delete cascade
    ) ${strict}`,
    'create index document_receipts_user on document_receipts (user_id, file_id, revision)',

    `create table submissions (
      submission_id ${id},
      assignment_id integer not null references document_assignments (assignment_id) on delete cascade,
      version_number integer not null check (version_number > 0),
      status text not null default 'Incomplete' check (status in ('Incomplete', 'Complete', 'Rejected', 'Archived')),
      reason text not null default '',
      object_key text not null unique references objects (key),
      submitted_at text not null,
      judged_at text,
      unique (assignment_id, version_number)
    ) ${strict}`,
    'create index submissions_to_judge on submissions (assignment_id, version_number) where judged_at is null',

    `create table settlement_drops (
      drop_id ${id},
      made_by integer not null references users (user_id),
      created_at text not null
    ) ${strict}`,
    `create table settlement_drop_files (
      drop_file_id ${id},
      drop_id integer not null references settlement_drops (drop_id) on delete cascade,
      object_key text not null unique references objects (key),
      file_name text not null,
      finding text not null check (finding in ('match', 'doubt', 'none')),
      note text,
      user_id integer references users (user_id),
      candidates text not null default '[]',
      created_at text not null
    ) ${strict}`,
    'create index settlement_drop_files_drop on settlement_drop_files (drop_id)',
    'create index objects_sha256 on objects (sha256)',
  ],
  upSqlite: sqliteTriggers,
  upPostgres: postgresTriggers,
};
