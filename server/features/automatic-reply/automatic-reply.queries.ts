import type { Selectable, Updateable } from 'kysely';
import type { Db } from '../../database/open.ts';
import type { AutomaticReplyTable } from '../../database/tables/chat.ts';

export type AutomaticReplyRow = Selectable<AutomaticReplyTable>;

export async function selectAutomaticReply(db: Db): Promise<AutomaticReplyRow> {
  return db.selectFrom('automatic_reply').selectAll().executeTakeFirstOrThrow();
}

/** The row, locked until the transaction ends. */
export async function selectAutomaticReplyForUpdate(tx: Db): Promise<AutomaticReplyRow> {
  return tx.selectFrom('automatic_reply').selectAll().forNoKeyUpdate().executeTakeFirstOrThrow();
}

/** Sets the columns and raises the version. */
export async function updateAutomaticReplyRow(
  tx: Db,
  change: Updateable<AutomaticReplyTable>,
): Promise<void> {
  await tx
    .updateTable('automatic_reply')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .execute();
}
