import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';
import type { Tables } from './tables/tables.ts';

export type Db = Kysely<Tables>;
export type Engine = 'sqlite' | 'postgres';

export interface OpenDatabase {
  engine: Engine;
  db: Db;
}

/** Opens PostgreSQL when `databaseUrl` is set, otherwise the SQLite file in the data folder. */
export async function openDatabase(settings: {
  databaseUrl: string | null;
  dataDir: string;
}): Promise<OpenDatabase> {
  if (settings.databaseUrl) {
    return { engine: 'postgres', db: await openPostgres(settings.databaseUrl) };
  }
  return { engine: 'sqlite', db: openSqlite(join(settings.dataDir, 'headrack.sqlite')) };
}

/** Rejects when the database does not respond. */
export async function ping(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}
