import type { Kysely } from 'kysely';

/** SQL that the two databases spell differently. */
export interface Dialect {
  /** Type of a generated integer primary key. */
  id: string;
  /** Integer of up to 53 bits. */
  int8: string;
  /** Table option that makes SQLite enforce column types. */
  strict: string;
}

/** Statements for both databases, then those for one of them. */
export interface Schema {
  up: (dialect: Dialect) => string[];
  upSqlite?: string[];
  upPostgres?: string[];
}

/** One forward step of the schema. */
export interface Step extends Schema {
  name: string;
  /** Writes into new columns what SQL can't compute. */
  fill?: <DB>(db: Kysely<DB>) => Promise<void>;
}

/** Triggers that refuse every change of a table's rows; `name` appears in the error. */
export function appendOnly(table: string, name: string): Pick<Schema, 'upSqlite' | 'upPostgres'> {
  return {
    upSqlite: ['update', 'delete'].map(
      (change) => `create trigger ${table}_no_${change} before ${change} on ${table}
        begin select raise(abort, '${name} is append-only'); end`,
    ),
    upPostgres: [
      `create function ${table}_is_append_only() returns trigger language plpgsql as $$
        begin raise exception '${name} is append-only'; end $$`,
      `create trigger ${table}_no_change before update or delete or truncate on ${table}
        for each statement execute function ${table}_is_append_only()`,
    ],
  };
}
