import { open } from 'node:fs/promises';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import type { Tables } from './tables/tables.ts';

const maxStatements = 500;

function bindable(value: unknown): SQLInputValue {
  // node:sqlite would bind these incorrectly or throw an unspecific error.
  if (value === undefined) throw new TypeError('undefined cannot be stored; use null');
  if (value instanceof Date) throw new TypeError('a Date cannot be stored; use its text');
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value as SQLInputValue;
}

class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, { statement: StatementSync; returnsRows: boolean }>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { statement, returnsRows } = this.#prepare(query.sql);
    const values = query.parameters.map(bindable);
    if (returnsRows) return { rows: statement.all(...values) as R[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return {
      rows: [],
      numAffectedRows: BigInt(changes),
      insertId: BigInt(lastInsertRowid),
    };
  }

  // biome-ignore lint/correctness/useYield: a stream would hold the only connection; pages go by key instead
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('streaming would hold the only connection; page by key instead');
  }

  #prepare(sql: string) {
    const prepared = this.#statements.get(sql);
    if (prepared) return prepared;
    const statement = this.#database.prepare(sql);
    const entry = { statement, returnsRows: statement.columns().length > 0 };
    // As a number, a row id beyond 2^53 throws, and SQLite's full-text index has such internal ones.
    if (!entry.returnsRows) statement.setReadBigInts(true);
    if (this.#statements.size >= maxStatements) this.#statements.clear();
    this.#statements.set(sql, entry);
    return entry;
  }
}

/** Has one connection, given to one caller at a time. */
class SqliteDriver implements Driver {
  readonly #database: DatabaseSync;
  readonly #connection: SqliteConnection;
  #free: Promise<void> = Promise.resolve();
  #release: (() => void) | undefined;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#connection = new SqliteConnection(database);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#free;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#free = promise;
    await before;
    this.#release = resolve;
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    this.#release?.();
  }

  // IMMEDIATE: otherwise a transaction that reads first could fail at its first write.
  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await connection.executeQuery(CompiledQuery.raw('begin immediate'));
    } catch (error) {
      // Kysely rolls back only what began. Left open, the transaction would block every later one.
      await this.rollbackTransaction(connection);
      throw error;
    }
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // SQLite rolls back on its own when the disk is full.
    if (this.#database.isTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async destroy(): Promise<void> {
    if (!this.#database.isOpen) return;
    try {
      this.#database.exec('pragma optimize');
    } catch {
      // A full disk or a damaged page must not keep the database open.
    }
    this.#database.close();
  }
}

/** Migrates in one transaction: SQLite rolls back changes of the schema, too. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Opens the SQLite file: WAL, every commit synced to disk, foreign keys on. */
export function openSqlite(file: string): Kysely<Tables> {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: true, timeout: 5000 });
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma journal_size_limit = 67108864;
    pragma cache_size = -16000;
    pragma temp_store = memory;
  `);
  const dialect: Dialect = {
    createAdapter: () => new TransactionalAdapter(),
    createDriver: () => new SqliteDriver(database),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
  return new Kysely<Tables>({ dialect });
}

/** Writes a consistent copy of the database to a new file, which its owner alone can read. */
export async function copySqlite(db: Kysely<Tables>, file: string): Promise<void> {
  // SQLite would create it readable for everyone; it accepts an empty one.
  await (await open(file, 'wx', 0o600)).close();
  await sql`vacuum into ${file}`.execute(db);
}
