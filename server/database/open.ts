import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
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

/** Rejects when the database does not respond. */
export async function ping(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}
