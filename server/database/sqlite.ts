import { open } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  type SelectModifierNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import { type DatabaseObserver, observed } from './observer.ts';
import { Statements } from './sqlite-statements.ts';
import { Writer } from './sqlite-writer.ts';
import type { Tables } from './tables/tables.ts';

/** What Kysely calls a connection: a caller, who reads at once and writes when it is its turn. */
class Caller implements DatabaseConnection {
  readonly #reader: Statements;
  readonly #writer: Writer;
  readonly #observer: DatabaseObserver | null;
  #inTransaction = false;

  constructor(reader: Statements, writer: Writer, observer: DatabaseObserver | null) {
    this.#reader = reader;
    this.#writer = writer;
    this.#observer = observer;
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#observer === null) return this.#execute(query);
    return observed(this.#observer, query.sql, () => this.#execute<R>(query));
  }

  async #execute<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#inTransaction) return this.#writer.execute(query);
    const isRead = query.query.kind === 'SelectQueryNode' || /^\s*select\b/i.test(query.sql);
    // Reads don't see what is not on the disk yet, and wait for nobody.
    return isRead ? this.#reader.execute(query) : this.#writer.executeAlone(query);
  }

  // biome-ignore lint/correctness/useYield: a stream would hold the connection; pages go by key instead
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('streaming would hold the connection; page by key instead');
  }

  async begin(): Promise<void> {
    await this.#writer.begin();
    this.#inTransaction = true;
  }

  async commit(): Promise<void> {
    const committed = this.#writer.release();
    this.#inTransaction = false;
    await committed;
  }

  async rollback(): Promise<void> {
    // Kysely also rolls back what failed at its commit.
    if (!this.#inTransaction) return;
    this.#inTransaction = false;
    await this.#writer.rollback();
  }
}

/** Reads have a connection of their own: in WAL mode they and the writer don't wait for each other. */
class SqliteDriver implements Driver {
  readonly #writer: Writer;
  readonly #reader: Statements;
  readonly #observer: DatabaseObserver | null;

  constructor(writer: DatabaseSync, reader: DatabaseSync, observer: DatabaseObserver | null) {
    this.#writer = new Writer(writer, observer);
    this.#reader = new Statements(reader);
    this.#observer = observer;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Caller> {
    return new Caller(this.#reader, this.#writer, this.#observer);
  }

  async releaseConnection(): Promise<void> {}

  beginTransaction(caller: DatabaseConnection): Promise<void> {
    return (caller as Caller).begin();
  }

  commitTransaction(caller: DatabaseConnection): Promise<void> {
    return (caller as Caller).commit();
  }

  rollbackTransaction(caller: DatabaseConnection): Promise<void> {
    return (caller as Caller).rollback();
  }

  async destroy(): Promise<void> {
    if (!this.#reader.database.isOpen) return;
    this.#reader.database.close();
    this.#writer.close();
  }
}

/** Migrates in one transaction: SQLite rolls back changes of the schema, too. */
class Adapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** Leaves out row locks: a transaction is the only one that writes, from its beginning (`begin immediate`). */
class QueryCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.rawModifier || node.modifier === 'Distinct') super.visitSelectModifier(node);
  }
}

/** Opens the SQLite file: WAL, every commit synced to disk, foreign keys on. */
export function openSqlite(file: string, observer: DatabaseObserver | null = null): Kysely<Tables> {
  const writer = new DatabaseSync(file, { enableForeignKeyConstraints: true, timeout: 5000 });
  writer.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma journal_size_limit = 67108864;
    pragma cache_size = -8000;
    pragma temp_store = memory;
  `);
  const reader = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  reader.exec('pragma cache_size = -8000; pragma temp_store = memory;');
  const dialect: Dialect = {
    createAdapter: () => new Adapter(),
    createDriver: () => new SqliteDriver(writer, reader, observer),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new QueryCompiler(),
  };
  return new Kysely<Tables>({ dialect });
}

/** Writes a consistent copy of the database to a new file, which its owner alone can read. */
export async function copySqlite(db: Kysely<Tables>, file: string): Promise<void> {
  // SQLite would create it readable for everyone; it accepts an empty one.
  await (await open(file, 'wx', 0o600)).close();
  await sql`vacuum into ${file}`.execute(db);
}
