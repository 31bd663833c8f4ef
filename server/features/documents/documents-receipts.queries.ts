import { selectForUpdate } from '../../database/locks.ts';
import type { Db } from '../../database/open.ts';

const rowsAtOnce = 500;

/** The revisions that still exist, locked against deletion. */
async function selectRevisionsForShare(
  tx: Db,
  listed: readonly { file_id: number; revision: number }[],
): Promise<{ file_id: number; revision: number }[]> {
  const revisions = new Map(listed.map((row) => [row.file_id, row.revision]));
  const rows = await tx
    .selectFrom('document_revisions')
    .select(['file_id', 'revision'])
    .where('file_id', 'in', [...revisions.keys()])
    // One lock order, so that two lists of the same person cannot deadlock.
    .orderBy('file_id')
    .forKeyShare()
    .execute();
  return rows.filter((row) => revisions.get(row.file_id) === row.revision);
}

/** Records the first delivery of these revisions to a person. */
export async function markDelivered(
  tx: Db,
  userId: number,
  listed: readonly { file_id: number; revision: number }[],
  now: string,
): Promise<void> {
  const inOrder = listed.toSorted((one, other) => one.file_id - other.file_id);
  for (let from = 0; from < inOrder.length; from += rowsAtOnce) {
    const existing = await selectRevisionsForShare(tx, inOrder.slice(from, from + rowsAtOnce));
    if (existing.length === 0) continue;
    await tx
      .insertInto('document_receipts')
      .values(existing.map((row) => ({ ...row, user_id: userId, delivered_at: now })))
      .onConflict((conflict) =>
        conflict
          .columns(['file_id', 'revision', 'user_id'])
          .doUpdateSet({ delivered_at: now })
          .where('document_receipts.delivered_at', 'is', null),
      )
      .execute();
  }
}

/** One user's assignment of a document of any kind, locked until the transaction ends. */
export async function selectReceiptForUpdate(tx: Db, fileId: number, userId: number) {
  // Lock the document first: opening and replacing it lock it before its receipts.
  await selectForUpdate(tx, 'documents', 'file_id', fileId);
  return tx
    .selectFrom('documents as d')
    .innerJoin('document_assignments as a', 'a.file_id', 'd.file_id')
    .select(['d.kind', 'd.file_name', 'd.revision', 'd.acknowledge', 'a.opened', 'a.acknowledged'])
    .where('d.file_id', '=', fileId)
    .where('a.user_id', '=', userId)
    .where('a.removed_at', 'is', null)
    .executeTakeFirst();
}

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
