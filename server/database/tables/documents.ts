import type { Generated, GeneratedAlways } from 'kysely';

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
