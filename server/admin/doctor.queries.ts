import type { Db } from '../database/open.ts';

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
