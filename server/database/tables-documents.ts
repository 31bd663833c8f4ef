import type { Generated, GeneratedAlways } from 'kysely';

/** The tables of documents; instants are ISO 8601 text with `Z`, flags 0 or 1. */

/** A file that is handed out; its content is the object of its present revision. */
export interface DocumentsTable {
  file_id: Generated<number>;
  kind: 'training' | 'settlements' | 'reports' | 'employee-files';
  file_name: string;
  object_key: string;
  /** 1, and one more with each replacement of the content. */
  revision: Generated<number>;
  /** 1: each person is asked to confirm that they have read it. */
  acknowledge: Generated<number>;
  uploaded_by: number | null;
  /** Of the present revision. */
  uploaded_at: string;
  version: Generated<number>;
  /** Of its object; this and what follows is kept by the database and never written. */
  content_kind: GeneratedAlways<string>;
  size: GeneratedAlways<number>;
  /** Whom it is given to, `3,7,9`. */
  user_ids: GeneratedAlways<string>;
  assigned_count: GeneratedAlways<number>;
  /** Of those, for the present revision. */
  opened_count: GeneratedAlways<number>;
  acknowledged_count: GeneratedAlways<number>;
}

/** What the content of a document was, also after its bytes are gone. */
export interface DocumentRevisionsTable {
  file_id: number;
  revision: number;
  sha256: string;
  size: number;
  original_name: string;
  uploaded_at: string;
}

/** One document for one person; a row that was removed keeps what was sent back. */
export interface DocumentAssignmentsTable {
  assignment_id: Generated<number>;
  file_id: number;
  user_id: number;
  assigned_at: string;
  /** When the person was taken off it or left the company. */
  removed_at: string | null;
  reminded_at: string | null;
  /** The highest number that a version of it ever had. */
  last_version: Generated<number>;
  /** 1: this person opened the present revision; kept by the database, like the next two. */
  opened: GeneratedAlways<number>;
  acknowledged: GeneratedAlways<number>;
  /** 1: not opened, or not confirmed where that is asked for. */
  missing: GeneratedAlways<number>;
}

/** What a person has seen of a revision. */
export interface DocumentReceiptsTable {
  file_id: number;
  revision: number;
  user_id: number;
  delivered_at: string | null;
  opened_at: string | null;
  acknowledged_at: string | null;
}

/** A version that an employee sent back. */
export interface SubmissionsTable {
  submission_id: Generated<number>;
  assignment_id: number;
  version_number: number;
  status: Generated<'Incomplete' | 'Complete' | 'Rejected' | 'Archived'>;
  reason: Generated<string>;
  object_key: string;
  submitted_at: string;
  /** When an admin last set its status; null: it waits for a look. */
  judged_at: string | null;
}

export interface SettlementDropsTable {
  drop_id: Generated<number>;
  made_by: number;
  created_at: string;
}

/** A settlement that is not published yet; its row goes when it is. */
export interface SettlementDropFilesTable {
  drop_file_id: Generated<number>;
  drop_id: number;
  object_key: string;
  file_name: string;
  finding: 'match' | 'doubt' | 'none';
  note: string | null;
  user_id: number | null;
  /** JSON: user ids with the reasons for each. */
  candidates: Generated<string>;
  created_at: string;
}
