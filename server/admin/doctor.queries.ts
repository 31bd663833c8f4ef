import { sql } from 'kysely';
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

/** Milliseconds since the epoch by the clock of PostgreSQL. */
export async function selectPostgresTime(db: Db): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(db);
  return rows[0]?.ms ?? Number.NaN;
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
