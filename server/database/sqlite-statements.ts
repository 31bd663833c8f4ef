import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { CompiledQuery, QueryResult } from 'kysely';

const maxStatements = 500;

function bindable(value: unknown): SQLInputValue {
  // node:sqlite would bind these incorrectly or throw an unspecific error.
  if (value === undefined) throw new TypeError('undefined cannot be stored; use null');
  if (value instanceof Date) throw new TypeError('a Date cannot be stored; use its text');
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value as SQLInputValue;
}

/** A connection to the file, with its prepared statements. */
export class Statements {
  readonly database: DatabaseSync;
  readonly #prepared = new Map<string, { statement: StatementSync; returnsRows: boolean }>();

  constructor(database: DatabaseSync) {
    this.database = database;
  }

  execute<R>({ sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>): QueryResult<R> {
    const { statement, returnsRows } = this.#prepare(sql);
    const values = parameters.map(bindable);
    if (returnsRows) return { rows: statement.all(...values) as R[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return {
      rows: [],
      numAffectedRows: BigInt(changes),
      insertId: BigInt(lastInsertRowid),
    };
  }

  #prepare(sql: string) {
    const prepared = this.#prepared.get(sql);
    if (prepared) return prepared;
    const statement = this.database.prepare(sql);
    const entry = { statement, returnsRows: statement.columns().length > 0 };
    // As a number, a row id beyond 2^53 throws, and SQLite's full-text index has such internal ones.
    if (!entry.returnsRows) statement.setReadBigInts(true);
    if (this.#prepared.size >= maxStatements) this.#prepared.clear();
    this.#prepared.set(sql, entry);
    return entry;
  }
}
