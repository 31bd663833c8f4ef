import type { Selectable } from 'kysely';
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
