import type { Generated } from 'kysely';
import type { Schema } from '../migrations/steps.ts';

/** A version that an employee returned. */
export interface SubmissionsTable {
  submission_id: Generated<number>;
  assignment_id: number;
  version_number: number;
  status: Generated<'Incomplete' | 'Complete' | 'Rejected' | 'Archived'>;
  reason: Generated<string>;
  object_key: string;
  submitted_at: string;
  /** When an admin last set the status; null while unreviewed. */
  judged_at: string | null;
}

export const employeeFilesSchema: Schema = {
  up: ({ id, strict }) => [
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
  ],
};
