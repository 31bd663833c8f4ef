import { sql } from 'kysely';
import { isAmong, newestFirst } from '../../database/expressions.ts';
import type { Db } from '../../database/open.ts';
import type { Cursor } from '../../platform/http/lists.ts';

/** The receipts of a document, of a person, or of that person for that document. */
export interface Filter {
  fileId?: number | undefined;
  userId?: number | undefined;
}

/** Assignments with their accounts, without removed ones and closed accounts. */
function given(db: Db, { fileId, userId }: Filter) {
  let query = db
    .selectFrom('document_assignments as a')
    .innerJoin('documents as d', 'd.file_id', 'a.file_id')
    .innerJoin('users as u', 'u.user_id', 'a.user_id')
    .where('a.removed_at', 'is', null);
  if (fileId !== undefined) query = query.where('a.file_id', '=', fileId);
  if (userId !== undefined) query = query.where('a.user_id', '=', userId);
  return query;
}

/** Receipts of the current revisions, missing ones first. */
export async function selectReceipts(db: Db, filter: Filter) {
  return given(db, filter)
    .leftJoin('employees as e', 'e.user_id', 'a.user_id')
    .leftJoin('document_receipts as r', (join) =>
      join
        .onRef('r.file_id', '=', 'd.file_id')
        .onRef('r.revision', '=', 'd.revision')
        .onRef('r.user_id', '=', 'a.user_id'),
    )
    .select(['d.file_id', 'd.kind', 'd.file_name', 'd.revision', 'd.uploaded_at', 'd.acknowledge'])
    .select(['a.user_id', 'u.username', 'e.first_name', 'e.last_name'])
    .select(['r.delivered_at', 'r.opened_at', 'r.acknowledged_at', 'a.reminded_at', 'a.missing'])
    .orderBy('a.missing', 'desc')
    .orderBy('d.uploaded_at', 'desc')
    .orderBy('d.file_id', 'desc')
    .orderBy('u.username_key')
    .orderBy('a.user_id')
    .execute();
}

/** Totals of open accounts, most missing first. */
export async function selectPeopleTotals(db: Db) {
  return db
    .selectFrom('users as u')
    .leftJoin('employees as e', 'e.user_id', 'u.user_id')
    .leftJoin(
      (from) =>
        from
          .selectFrom('document_assignments')
          .select((eb) => [
            'user_id',
            eb.fn.countAll<number>().as('assigned'),
            eb.fn.sum<number>('opened').as('opened'),
            eb.fn.sum<number>('missing').as('missing'),
          ])
          .where('removed_at', 'is', null)
          .groupBy('user_id')
          .as('t'),
      (join) => join.onRef('t.user_id', '=', 'u.user_id'),
    )
    .select(['u.user_id', 'u.username', 'e.first_name', 'e.last_name'])
    .select(({ fn, lit }) => [
      fn.coalesce('t.assigned', lit(0)).as('assigned'),
      fn.coalesce('t.opened', lit(0)).as('opened'),
      fn.coalesce('t.missing', lit(0)).as('missing'),
    ])
    .where('u.closed_at', 'is', null)
    .orderBy((eb) => eb.fn.coalesce('t.missing', eb.lit(0)), 'desc')
    .orderBy('u.username_key')
    .execute();
}

/** Totals of documents of every kind, newest first. */
export async function selectDocumentTotals(db: Db, before: Cursor | null, limit: number) {
  // A confirmed document is opened.
  const missing = sql<number>`d.assigned_count - case d.acknowledge when 1 then d.acknowledged_count else d.opened_count end`;
  const query = db
    .selectFrom('documents as d')
    .select(['d.file_id', 'd.kind', 'd.file_name', 'd.uploaded_at', 'd.acknowledge'])
    .select(['d.assigned_count as assigned', 'd.opened_count as opened', missing.as('missing')]);
  return newestFirst(query, ['d.uploaded_at', 'd.file_id'], before, limit).execute();
}

/** The current revision of a document; undefined when there is none. */
export async function selectRevision(db: Db, fileId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('documents')
    .select('revision')
    .where('file_id', '=', fileId)
    .executeTakeFirst();
  return row?.revision;
}

/** The replaced revisions of a document, newest first. */
export async function selectEarlierRevisions(db: Db, fileId: number, before: number) {
  return db
    .selectFrom('document_revisions')
    .select(['revision', 'sha256', 'original_name', 'size', 'uploaded_at'])
    .where('file_id', '=', fileId)
    .where('revision', '<', before)
    .orderBy('revision', 'desc')
    .execute();
}

/** The receipts of replaced revisions, also of people who were removed since. */
export async function selectEarlierReceipts(db: Db, fileId: number, before: number) {
  return db
    .selectFrom('document_receipts as r')
    .innerJoin('users as u', 'u.user_id', 'r.user_id')
    .leftJoin('employees as e', 'e.user_id', 'r.user_id')
    .select(['r.revision', 'r.user_id', 'u.username', 'e.first_name', 'e.last_name'])
    .select(['r.delivered_at', 'r.opened_at', 'r.acknowledged_at'])
    .where('r.file_id', '=', fileId)
    .where('r.revision', '<', before)
    .where('u.closed_at', 'is', null)
    .orderBy('u.username_key')
    .execute();
}

/** Locks the documents before their assignments, in the order that a replacement locks them. */
export async function selectDocumentsForShare(tx: Db, filter: Filter): Promise<void> {
  await tx
    .selectFrom('documents')
    .select('file_id')
    .where('file_id', 'in', given(tx, filter).select('a.file_id').where('a.missing', '=', 1))
    .orderBy('file_id')
    .forNoKeyUpdate()
    .execute();
}

/** Missing receipts with mail address and last reminder, newest document first. */
export async function selectMissing(tx: Db, filter: Filter) {
  return given(tx, filter)
    .leftJoin('users as sender', 'sender.user_id', 'a.reminded_by')
    .leftJoin('employees as sender_employee', 'sender_employee.user_id', 'a.reminded_by')
    .select(['a.assignment_id', 'a.user_id', 'u.username', 'u.user_email', 'u.language'])
    .select(['d.file_id', 'd.file_name', 'd.kind'])
    .select(['a.reminded_at', 'a.reminded_by', 'sender.username as sender_username'])
    .select(['sender_employee.first_name as sender_first_name'])
    .select(['sender_employee.last_name as sender_last_name'])
    .where('a.missing', '=', 1)
    .orderBy('d.uploaded_at', 'desc')
    .orderBy('d.file_id', 'desc')
    .orderBy('a.user_id')
    .execute();
}

export async function markReminded(
  tx: Db,
  assignmentIds: readonly number[],
  now: string,
  by: number,
): Promise<void> {
  await tx
    .updateTable('document_assignments')
    .set({ reminded_at: now, reminded_by: by })
    .where(isAmong(tx, 'document_assignments.assignment_id', assignmentIds))
    .execute();
}
