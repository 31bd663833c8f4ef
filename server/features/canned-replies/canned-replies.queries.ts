import type { Insertable, Selectable, Updateable } from 'kysely';
import { excludeWriters } from '../../database/locks.ts';
import type { Db } from '../../database/open.ts';
import type { CannedRepliesTable } from '../../database/tables/chat.ts';

export type CannedReplyRow = Selectable<CannedRepliesTable>;

/** All of them, oldest first. */
export async function selectCannedReplies(db: Db): Promise<CannedReplyRow[]> {
  return db.selectFrom('canned_replies').selectAll().orderBy('reply_id').execute();
}

/** Counts them; nobody else adds one until the transaction ends. */
export async function countCannedRepliesForUpdate(tx: Db): Promise<number> {
  await excludeWriters(tx, 'canned_replies');
  const { count } = await tx
    .selectFrom('canned_replies')
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertCannedReply(
  tx: Db,
  row: Insertable<CannedRepliesTable>,
): Promise<number> {
  const query = tx.insertInto('canned_replies').values(row).returning('reply_id');
  return (await query.executeTakeFirstOrThrow()).reply_id;
}

/** A canned reply, locked until the transaction ends. */
export async function selectCannedReplyForUpdate(
  tx: Db,
  id: number,
): Promise<CannedReplyRow | undefined> {
  return tx
    .selectFrom('canned_replies')
    .selectAll()
    .where('reply_id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Sets the columns and raises the version. */
export async function updateCannedReplyRow(
  tx: Db,
  id: number,
  change: Updateable<CannedRepliesTable>,
): Promise<void> {
  await tx
    .updateTable('canned_replies')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('reply_id', '=', id)
    .execute();
}

/** Returns the deleted row; undefined when there was none. */
export async function deleteCannedReplyRow(
  tx: Db,
  id: number,
): Promise<CannedReplyRow | undefined> {
  return tx
    .deleteFrom('canned_replies')
    .where('reply_id', '=', id)
    .returningAll()
    .executeTakeFirst();
}
