import type { Generated } from 'kysely';

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
