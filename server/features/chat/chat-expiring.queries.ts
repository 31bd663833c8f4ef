import { isAmong } from '../../database/expressions.ts';
import type { Db } from '../../database/open.ts';
import { deleteTerms } from '../../database/search-index.ts';
import type { MessagesTable } from '../../database/tables/chat.ts';

export async function countMessagesBefore(db: Db, before: string): Promise<number> {
  const { count } = await db
    .selectFrom('messages')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('sent_at', '<', before)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export type ExpiredMessage = Pick<MessagesTable, 'low_id' | 'high_id' | 'object_key'> & {
  id: number;
};

/** The oldest messages from before an instant. */
export async function selectMessagesBefore(
  tx: Db,
  before: string,
  limit: number,
): Promise<ExpiredMessage[]> {
  return tx
    .selectFrom('messages')
    .select(['id', 'low_id', 'high_id', 'object_key'])
    .where('sent_at', '<', before)
    .orderBy('sent_at')
    .limit(limit)
    .execute();
}

/** Deletes messages with their search terms; their conversations must be locked. */
export async function deleteMessages(tx: Db, ids: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('answers')
    .where(isAmong(tx, 'message_id', ids))
    .execute();
  await tx
    .updateTable('conversations')
    .set({ last_message_id: null })
    .where(isAmong(tx, 'last_message_id', ids))
    .execute();
  await deleteTerms(tx, ids);
  await tx
    .deleteFrom('messages')
    .where(isAmong(tx, 'id', ids))
    .execute();
}
