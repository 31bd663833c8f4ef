import type { Insertable, Selectable } from 'kysely';
import { isAmong } from '../../database/expressions.ts';
import { selectForUpdate } from '../../database/locks.ts';
import type { Db } from '../../database/open.ts';
import type { DocumentRevisionsTable, DocumentsTable } from '../../database/tables/documents.ts';

export type DocumentRow = Selectable<DocumentsTable>;
export type Kind = DocumentRow['kind'];

/**
 * Locks the ids that are open accounts against closing. Admins first, in the order of closing an account,
 * so that two transactions cannot deadlock.
 */
export async function selectUsersForShare(tx: Db, ids: readonly number[]): Promise<number[]> {
  const rows = await tx
    .selectFrom('users')
    .select('user_id')
    .where('closed_at', 'is', null)
    .where(isAmong(tx, 'users.user_id', ids))
    .orderBy('user_role')
    .orderBy('user_id')
    .forShare()
    .execute();
  return rows.map((row) => row.user_id);
}

export async function findDocument(
  db: Db,
  kind: Kind,
  id: number,
): Promise<DocumentRow | undefined> {
  return db
    .selectFrom('documents')
    .selectAll()
    .where('file_id', '=', id)
    .where('kind', '=', kind)
    .executeTakeFirst();
}

export async function selectDocumentForUpdate(
  tx: Db,
  kind: Kind,
  id: number,
): Promise<DocumentRow | undefined> {
  return tx
    .selectFrom('documents')
    .selectAll()
    .where('file_id', '=', id)
    .where('kind', '=', kind)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function insertRevision(
  tx: Db,
  row: Insertable<DocumentRevisionsTable>,
): Promise<void> {
  await tx.insertInto('document_revisions').values(row).execute();
}

type Revision = Pick<DocumentRow, 'file_id' | 'revision'>;
type Pay = Pick<Selectable<DocumentRevisionsTable>, 'net_pay_cents' | 'period_from' | 'period_to'>;

/** The net pay and the period of a revision. */
export async function selectPay(tx: Db, { file_id, revision }: Revision): Promise<Pay> {
  return tx
    .selectFrom('document_revisions')
    .select(['net_pay_cents', 'period_from', 'period_to'])
    .where('file_id', '=', file_id)
    .where('revision', '=', revision)
    .executeTakeFirstOrThrow();
}

/** Changes the net pay or the period of a revision. A reading that comes later fills only what is missing. */
export async function updatePay(
  tx: Db,
  { file_id, revision }: Revision,
  change: Partial<Pay>,
): Promise<void> {
  await tx
    .updateTable('document_revisions')
    .set(change)
    .where('file_id', '=', file_id)
    .where('revision', '=', revision)
    .execute();
}

/** The assignees of a document, without closed accounts. */
export async function selectAssigned(tx: Db, fileId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('document_assignments')
    .select('user_id')
    .where('file_id', '=', fileId)
    .where('removed_at', 'is', null)
    .orderBy('user_id')
    .execute();
  return rows.map((row) => row.user_id);
}

/** Assigns a document to these people; those who were removed get their old assignment back. */
export async function assign(
  tx: Db,
  fileId: number,
  userIds: readonly number[],
  now: string,
): Promise<void> {
  await tx
    .insertInto('document_assignments')
    .columns(['file_id', 'user_id', 'assigned_at'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select((to) => [
          to.cast<number>(to.val(fileId), 'integer').as('file_id'),
          'user_id',
          to.cast<string>(to.val(now), 'text').as('assigned_at'),
        ])
        .where(isAmong(tx, 'users.user_id', userIds))
        .orderBy('user_id'),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['file_id', 'user_id'])
        .doUpdateSet({ assigned_at: now, removed_at: null, reminded_at: null })
        .where('document_assignments.removed_at', 'is not', null),
    )
    .execute();
}

/** Removes people from a document; their submissions stay. */
export async function unassign(
  tx: Db,
  fileId: number,
  userIds: readonly number[],
  now: string,
): Promise<void> {
  await tx
    .updateTable('document_assignments')
    .set({ removed_at: now })
    .where('file_id', '=', fileId)
    .where('removed_at', 'is', null)
    .where(isAmong(tx, 'document_assignments.user_id', userIds))
    .execute();
}

/** Resets the reminders of replaced content. */
export async function forgetReminders(tx: Db, fileId: number): Promise<void> {
  await tx
    .updateTable('document_assignments')
    .set({ reminded_at: null })
    .where('file_id', '=', fileId)
    .where('reminded_at', 'is not', null)
    .execute();
}

/** The keys of a document's submissions, locked against new ones. */
export async function selectSubmittedKeysForUpdate(tx: Db, fileId: number): Promise<string[]> {
  // A submission takes its number from this row, so it waits for this lock.
  await selectForUpdate(tx, 'document_assignments', 'file_id', fileId);
  const rows = await tx
    .selectFrom('submissions as s')
    .innerJoin('document_assignments as a', 'a.assignment_id', 's.assignment_id')
    .select('s.object_key')
    .where('a.file_id', '=', fileId)
    .execute();
  return rows.map((row) => row.object_key);
}
