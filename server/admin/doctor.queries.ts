import type { Db } from '../database/open.ts';

/** When the newest audit entry was written; null without one. */
export async function selectNewestEntryTime(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('audit')
    .select('at')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.at ?? null;
}

export async function countObjects(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('objects')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Those of the keys that have a row. */
export async function selectKeysAmong(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('objects').select('key').where('key', 'in', keys).execute();
  return new Set(rows.map(({ key }) => key));
}
