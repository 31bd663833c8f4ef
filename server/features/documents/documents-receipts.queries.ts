import type { Db } from '../../database/open.ts';
import type { Cursor } from '../../platform/cursor.ts';
import type { Kind } from './documents.queries.ts';

const rowsAtOnce = 500;

/** What of a kind was given to a person and never listed for them, from one place of the list to another. */
export async function selectUndelivered(
  db: Db,
  kind: Kind,
  userId: number,
  newest: Cursor,
  oldest: Cursor,
): Promise<{ file_id: number; revision: number }[]> {
  return (
    db
      .selectFrom('document_assignments as a')
      .innerJoin('documents as d', 'd.file_id', 'a.file_id')
      .leftJoin('document_receipts as r', (join) =>
        join
          .onRef('r.file_id', '=', 'a.file_id')
          .onRef('r.revision', '=', 'd.revision')
          .onRef('r.user_id', '=', 'a.user_id'),
      )
      .select(['d.file_id', 'd.revision'])
      .where('a.user_id', '=', userId)
      .where('a.removed_at', 'is', null)
      .where('d.kind', '=', kind)
      .where('r.delivered_at', 'is', null)
      .where((eb) => {
        const place = eb.refTuple('d.uploaded_at', 'd.file_id');
        return eb.and([
          eb(place, '<=', eb.tuple(newest.at, newest.id)),
          eb(place, '>=', eb.tuple(oldest.at, oldest.id)),
        ]);
      })
      // In one order, so that two lists of the same person never wait for each other.
      .orderBy('d.file_id')
      .execute()
  );
}

/** Writes down that these revisions were listed for a person; those that were before stay as they are. */
export async function markDelivered(
  tx: Db,
  userId: number,
  listed: readonly { file_id: number; revision: number }[],
  now: string,
): Promise<void> {
  // In one order, so that two lists of the same person never wait for each other.
  const rows = listed
    .toSorted((one, other) => one.file_id - other.file_id)
    .map(({ file_id, revision }) => ({ file_id, revision, user_id: userId, delivered_at: now }));
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    await tx
      .insertInto('document_receipts')
      .values(rows.slice(from, from + rowsAtOnce))
      .onConflict((conflict) =>
        conflict
          .columns(['file_id', 'revision', 'user_id'])
          .doUpdateSet({ delivered_at: now })
          .where('document_receipts.delivered_at', 'is', null),
      )
      .execute();
  }
}

/** A document of any kind as one person has it, held against other writers until the transaction ends. */
export async function lockGiven(tx: Db, fileId: number, userId: number) {
  // The document first: whoever opens or replaces it holds it before its receipts.
  await tx
    .updateTable('documents')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('file_id', '=', fileId)
    .execute();
  return tx
    .selectFrom('documents as d')
    .innerJoin('document_assignments as a', 'a.file_id', 'd.file_id')
    .select(['d.kind', 'd.revision', 'd.acknowledge', 'a.opened', 'a.acknowledged'])
    .where('d.file_id', '=', fileId)
    .where('a.user_id', '=', userId)
    .where('a.removed_at', 'is', null)
    .executeTakeFirst();
}

/** Writes down that a person has read that revision. */
export async function markAcknowledged(
  tx: Db,
  receipt: { fileId: number; revision: number; userId: number },
  now: string,
): Promise<void> {
  await tx
    .updateTable('document_receipts')
    .set({ acknowledged_at: now })
    .where('file_id', '=', receipt.fileId)
    .where('revision', '=', receipt.revision)
    .where('user_id', '=', receipt.userId)
    .where('acknowledged_at', 'is', null)
    .execute();
}
