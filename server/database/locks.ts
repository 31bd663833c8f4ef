import { sql } from 'kysely';
import { type Db, isPostgres } from './open.ts';
import type { Tables } from './tables/tables.ts';

/**
 * Locks rows until the transaction ends; on SQLite the transaction is the only one that writes. For queries that join
 * them: with a lock of its own a join could combine a row that it waited for with older ones of other tables.
 */
export async function selectForUpdate<T extends keyof Tables>(
  tx: Db,
  table: T,
  column: keyof Tables[T] & string,
  value: number,
): Promise<void> {
  if (!isPostgres(tx)) return;
  await sql`
    select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${value} for no key update
  `.execute(tx);
}

/** Keeps others from writing to a table until the transaction ends. */
export async function excludeWriters(tx: Db, table: keyof Tables): Promise<void> {
  if (!isPostgres(tx)) return;
  await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(tx);
}
