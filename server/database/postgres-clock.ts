import { sql } from 'kysely';
import type { Db } from './open.ts';

/** Milliseconds since the epoch by the clock of PostgreSQL. */
export async function selectPostgresTime(db: Db): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(db);
  return rows[0]?.ms ?? Number.NaN;
}
