import type { Insertable, Selectable, Updateable } from 'kysely';
import { selectForUpdate } from '../../database/locks.ts';
import type { Db } from '../../database/open.ts';
import type { SubmissionsTable } from '../../database/tables/employee-files.ts';

export type SubmissionRow = Selectable<SubmissionsTable>;

/** A version with its file and sender. */
export interface LockedVersion extends SubmissionRow {
  file_id: number;
  file_name: string;
  user_id: number;
}

/** Versions of an assignment, newest first. */
export async function selectVersions(
  db: Db,
  assignmentId: number,
): Promise<(SubmissionRow & { original_name: string })[]> {
  return db
    .selectFrom('submissions')
    .innerJoin('objects', 'objects.key', 'submissions.object_key')
    .selectAll('submissions')
    .select('objects.original_name')
    .where('assignment_id', '=', assignmentId)
    .orderBy('version_number', 'desc')
    .execute();
}

/**
 * Takes the next version number of that person's assignment; undefined when they don't have it.
 * The row stays locked, so simultaneous submissions get different numbers.
 */
export async function takeNumber(
  tx: Db,
  assignmentId: number,
  userId: number,
): Promise<{ last_version: number; file_name: string } | undefined> {
  const row = await tx
    .updateTable('document_assignments')
    .set((eb) => ({ last_version: eb('last_version', '+', 1) }))
    .where('assignment_id', '=', assignmentId)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('documents')
          .select('documents.file_id')
          .whereRef('documents.file_id', '=', 'document_assignments.file_id')
          .where('kind', '=', 'employee-files'),
      ),
    )
    .returning((eb) => [
      'last_version',
      eb
        .selectFrom('documents')
        .select('file_name')
        .whereRef('documents.file_id', '=', 'document_assignments.file_id')
        .as('file_name'),
    ])
    .executeTakeFirst();
  return row && { last_version: row.last_version, file_name: row.file_name ?? '' };
}

/** Inserts a version and returns its id. */
export async function insertVersion(tx: Db, row: Insertable<SubmissionsTable>): Promise<number> {
  const { submission_id } = await tx
    .insertInto('submissions')
    .values(row)
    .returning('submission_id')
    .executeTakeFirstOrThrow();
  return submission_id;
}

/** A version of an open assignment, locked until the transaction ends. */
export async function selectVersionForUpdate(
  tx: Db,
  id: number,
): Promise<LockedVersion | undefined> {
  await selectForUpdate(tx, 'submissions', 'submission_id', id);
  return tx
    .selectFrom('submissions as s')
    .innerJoin('document_assignments as a', 'a.assignment_id', 's.assignment_id')
    .innerJoin('documents as d', 'd.file_id', 'a.file_id')
    .innerJoin('users', 'users.user_id', 'a.user_id')
    .selectAll('s')
    .select(['a.file_id', 'a.user_id', 'd.file_name'])
    .where('s.submission_id', '=', id)
    .where('a.removed_at', 'is', null)
    .where('users.closed_at', 'is', null)
    .executeTakeFirst();
}

export async function changeVersion(
  tx: Db,
  id: number,
  change: Updateable<SubmissionsTable>,
): Promise<void> {
  await tx.updateTable('submissions').set(change).where('submission_id', '=', id).execute();
}

export async function removeVersion(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom('submissions').where('submission_id', '=', id).execute();
}
