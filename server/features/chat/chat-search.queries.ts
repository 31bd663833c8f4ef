import { isAmong } from '../../database/expressions.ts';
import type { Db, Engine } from '../../database/open.ts';
import { type MessageRow, messageRows } from './chat.queries.ts';

/** The newest id that any message has; 0 while there is none. */
export async function newestId(db: Db): Promise<number> {
  const { newest } = await db
    .selectFrom('messages')
    .select(({ fn }) => fn.max('id').as('newest'))
    .executeTakeFirstOrThrow();
  return newest ?? 0;
}

/** Those of these messages that this person wrote or got, the newest first. */
export async function selectOwn(
  db: Db,
  engine: Engine,
  userId: number,
  ids: readonly number[],
): Promise<MessageRow[]> {
  return messageRows(db)
    .where(isAmong(engine, 'm.id', ids))
    .where((eb) => eb.or([eb('m.low_id', '=', userId), eb('m.high_id', '=', userId)]))
    .orderBy('m.id', 'desc')
    .execute();
}
