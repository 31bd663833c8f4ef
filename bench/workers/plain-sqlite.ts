/** node:sqlite in Kysely's own dialect: one connection, each statement a commit of its own. */
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { Kysely, type SqliteDatabase, SqliteDialect } from 'kysely';
import type { Tables } from '#server/database/tables/tables.ts';

/** Kysely expects the interface of better-sqlite3. */
function adapt(database: DatabaseSync): SqliteDatabase {
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
  return {
    close: () => database.close(),
    prepare(sql) {
      const statement = database.prepare(sql);
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...values(parameters)),
        run: (parameters) => statement.run(...values(parameters)),
        iterate: (parameters) => statement.iterate(...values(parameters)),
      };
    },
  };
}

/** Opens the file in WAL mode; every commit is synced to disk. */
export function openPlainSqlite(file: string): Kysely<Tables> {
  const database = new DatabaseSync(file, { timeout: 5000 });
  database.exec('pragma journal_mode = wal; pragma synchronous = full;');
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database: adapt(database) }) });
}
