import type { Generated, GeneratedAlways } from 'kysely';
import type { Schema } from '../migrations/steps.ts';

/** A file given to employees; its content is the object of its current revision. */
export interface DocumentsTable {
  file_id: Generated<number>;
  kind: 'training' | 'settlements' | 'reports' | 'employee-files';
  file_name: string;
  object_key: string;
  /** Starts at 1; rises with each replacement of the content. */
  revision: Generated<number>;
  /** 1: recipients must confirm that they read it. */
  acknowledge: Generated<number>;
  uploaded_by: number | null;
  /** Of the current revision. */
  uploaded_at: string;
  version: Generated<number>;
  /** '' for none. */
  file_name_es: Generated<string>;
  /** The Spanish version of the current content. */
  object_key_es: string | null;
  /** Of its object. Triggers maintain this column and the following ones. */
  content_kind: GeneratedAlways<string>;
  size: GeneratedAlways<number>;
  /** Ids of the recipients: `3,7,9`. */
  user_ids: GeneratedAlways<string>;
  assigned_count: GeneratedAlways<number>;
  /** Of the recipients, for the current revision. */
  opened_count: GeneratedAlways<number>;
  acknowledged_count: GeneratedAlways<number>;
}

/** The content of a document over time, even after its bytes are deleted. */
export interface DocumentRevisionsTable {
  file_id: number;
  revision: number;
  sha256: string;
  size: number;
  original_name: string;
  uploaded_at: string;
  /** The net pay on a settlement's first page; null when it is missing or ambiguous. */
  net_pay_cents: number | null;
  /** When the first page was read for the net pay; null: not yet. */
  page_read_at: string | null;
  /** The period that a settlement states, as days; null when it is missing or ambiguous. */
  period_from: string | null;
  period_to: string | null;
  /** When the PDF was read for the period; null: not yet. */
  period_read_at: string | null;
  /** How often such a reading was begun. */
  reading_attempts: Generated<number>;
  /** 1: nothing could be read. */
  unreadable: Generated<number>;
}

/** One document for one recipient. A removed row keeps its submissions. */
export interface DocumentAssignmentsTable {
  assignment_id: Generated<number>;
  file_id: number;
  user_id: number;
  assigned_at: string;
  /** When the document was unassigned or the person left the company. */
  removed_at: string | null;
  reminded_at: string | null;
  /** The sender of that reminder. */
  reminded_by: number | null;
  /** The highest version number ever used. */
  last_version: Generated<number>;
  /** 1: opened the current revision. Triggers maintain this column and the next two. */
  opened: GeneratedAlways<number>;
  acknowledged: GeneratedAlways<number>;
  /** 1: not opened, or not confirmed although required. */
  missing: GeneratedAlways<number>;
}

/** The actions of a recipient on a revision. */
export interface DocumentReceiptsTable {
  file_id: number;
  revision: number;
  user_id: number;
  delivered_at: string | null;
  opened_at: string | null;
  acknowledged_at: string | null;
}

export const documentsSchema: Schema = {
  up: ({ id, int8, strict }) => [
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
    "create index documents_never_opened on documents (file_id) where kind = 'settlements' and opened_count = 0 and assigned_count > 0",

    `create table document_revisions (
      file_id integer not null references documents (file_id) on delete cascade,
      revision integer not null,
      sha256 text not null,
      size ${int8} not null,
      original_name text not null,
      uploaded_at text not null,
      net_pay_cents integer,
      page_read_at text,
      period_from text,
      period_to text,
      period_read_at text,
      reading_attempts integer not null default 0,
      unreadable integer not null default 0 check (unreadable in (0, 1)),
      primary key (file_id, revision)
    ) ${strict}`,
    'create index document_revisions_unread on document_revisions (file_id, revision) where period_read_at is null',

    `create table document_assignments (
      assignment_id ${id},
      file_id integer not null references documents (file_id) on delete cascade,
      user_id integer not null references users (user_id),
      assigned_at text not null,
      removed_at text,
      reminded_at text,
      reminded_by integer references users (user_id),
      last_version integer not null default 0,
      opened integer not null default 0 check (opened in (0, 1)),
      acknowledged integer not null default 0 check (acknowledged in (0, 1)),
      missing integer not null default 1 check (missing in (0, 1)),
      unique (file_id, user_id)
    ) ${strict}`,
    // Covers the query of everyone's totals.
    'create index document_assignments_user on document_assignments (user_id, file_id, opened, missing) where removed_at is null',
    // A person's badges would otherwise read all documents that the person ever got.
    'create index document_assignments_missing on document_assignments (user_id, file_id, opened) where removed_at is null and missing = 1',
    'create index document_assignments_returned on document_assignments (user_id, assignment_id) where removed_at is null and last_version > 0',

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
  ],
};
