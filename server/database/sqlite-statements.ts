import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { CompiledQuery, QueryResult } from 'kysely';

const maxStatements = 500;

function bindable(value: unknown): SQLInputValue {
  // node:sqlite would bind these incorrectly or throw an unspecific error.
  if (value === undefined) throw new TypeError('undefined cannot be stored; use null');
  if (value instanceof Date) throw new TypeError('a Date cannot be stored; use its text');
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value as SQLInputValue;
}

const columnsOf = (statement: StatementSync) => statement.columns().map(({ name }) => name);

/**
 * The rows of a query. Objects that SQLite's binding makes are hash tables, which take twice as long to make, to read
 * and to turn into JSON.
 */
function rowsOf(statement: StatementSync, columns: readonly string[], parameters: SQLInputValue[]) {
  const found = statement.all(...parameters) as unknown as SQLOutputValue[][];
  if (found[0] === undefined) return [];
  // A migration may have added a column since.
  const names = found[0].length === columns.length ? columns : columnsOf(statement);
  return found.map((values) => {
    const row: Record<string, SQLOutputValue> = {};
    for (let index = 0; index < names.length; index += 1) {
      row[names[index] ?? ''] = values[index] ?? null;
    }
    return row;
  });
}

/** A connection to the file, with its prepared statements. */
export class Statements {
  readonly database: DatabaseSync;
  readonly #prepared = new Map<string, { statement: StatementSync; columns: string[] }>();

  constructor(database: DatabaseSync) {
    this.database = database;
  }

  execute<R>({ sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>): QueryResult<R> {
    const { statement, columns } = this.#prepare(sql);
    const values = parameters.map(bindable);
    if (columns.length > 0) return { rows: rowsOf(statement, columns, values) as R[] };
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
    const entry = { statement, columns: columnsOf(statement) };
    // As a number, a row id beyond 2^53 throws, and SQLite's full-text index has such internal ones.
    if (entry.columns.length > 0) statement.setReturnArrays(true);
    else statement.setReadBigInts(true);
    if (this.#prepared.size >= maxStatements) this.#prepared.clear();
    this.#prepared.set(sql, entry);
    return entry;
  }
}
