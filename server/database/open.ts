import { join } from 'node:path';
import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { DatabaseObserver } from './observer.ts';
import { openPostgres, type PoolCounts, type QueryWait } from './postgres.ts';
import { openSqlite } from './sqlite.ts';
import type { Tables } from './tables/tables.ts';

export type Db = Kysely<Tables>;
export type Engine = 'sqlite' | 'postgres';

export interface OpenDatabase {
  engine: Engine;
  db: Db;
}

/** Whether a database, or a transaction of one, is PostgreSQL's. */
export function isPostgres(db: Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/** The database in DATA_DIR. */
export const sqliteFile = 'headrack.sqlite';

/**
 * Opens PostgreSQL when `databaseUrl` is set, otherwise the SQLite file in the data folder.
 * `isUpgrade`: statements may take any time, because a migration can rewrite a large table.
 */
export async function openDatabase(
  settings: { databaseUrl: string | null; dataDir: string },
  options: { isUpgrade?: boolean; observer?: DatabaseObserver | null } = {},
): Promise<OpenDatabase & { queryWait: QueryWait; poolCounts: PoolCounts | null }> {
  if (settings.databaseUrl) {
    return { engine: 'postgres', ...(await openPostgres(settings.databaseUrl, options)) };
  }
  const db = openSqlite(join(settings.dataDir, sqliteFile), options.observer);
  return { engine: 'sqlite', db, queryWait: () => 0, poolCounts: null };
}

/** For people. */
export const databaseName = (db: Db): string => (isPostgres(db) ? 'PostgreSQL' : 'SQLite');

/** Rejects when the database does not respond. */
export async function ping(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}
