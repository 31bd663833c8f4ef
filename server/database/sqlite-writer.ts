import type { DatabaseSync } from 'node:sqlite';
import type { CompiledQuery, QueryResult } from 'kysely';
import type { DatabaseObserver } from './observer.ts';
import { Statements } from './sqlite-statements.ts';

/** Transactions that are committed together. */
interface Group {
  done: PromiseWithResolvers<void>;
  members: number;
  /** It waits only for the transaction that runs. */
  isDue: boolean;
}

/** A group of so many is committed at once. */
const maxMembers = 200;

/**
 * Runs one transaction at a time, each behind a savepoint: those that end in one turn of the event loop share a
 * commit, because syncing it to disk costs more than they do. A failing one is rolled back alone.
 */
export class Writer {
  readonly #statements: Statements;
  readonly #observer: DatabaseObserver | null;
  readonly #waiting: (() => void)[] = [];
  #isLocked = false;
  #group: Group | null = null;
  #lastError: unknown = null;

  constructor(database: DatabaseSync, observer: DatabaseObserver | null = null) {
    this.#statements = new Statements(database);
    this.#observer = observer;
  }

  execute<R>(query: Pick<CompiledQuery, 'sql' | 'parameters'>): QueryResult<R> {
    try {
      return this.#statements.execute(query);
    } catch (error) {
      this.#lastError = error;
      throw error;
    }
  }

  /** Runs a statement outside of any transaction. */
  async executeAlone<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    await this.#lock();
    try {
      this.#commit();
      return this.execute(query);
    } finally {
      this.#unlock();
    }
  }

  async begin(): Promise<void> {
    await this.#lock();
    try {
      // IMMEDIATE: otherwise a transaction that reads first could fail at its first write.
      if (!this.#group) this.#run('begin immediate');
      this.#group ??= { done: Promise.withResolvers(), members: 0, isDue: false };
      this.#run('savepoint own');
    } catch (error) {
      // Kysely rolls back only what began. Left open, it would block every later one.
      this.#abandon(error);
      this.#unlock();
      throw error;
    }
  }

  /** Ends the running transaction; the promise resolves when it is on the disk. */
  release(): Promise<void> {
    const group = this.#group;
    if (!group) throw this.#lastError;
    this.#run('release own');
    group.members += 1;
    if (group.members === 1) setImmediate(() => this.#due(group));
    this.#end(group);
    return group.done.promise;
  }

  /** Resolves when what the transaction has seen of its group is on the disk: that may be why it failed. */
  async rollback(): Promise<void> {
    const group = this.#group;
    const hasMembers = group !== null && group.members > 0;
    try {
      this.#run('rollback to own');
      this.#run('release own');
    } catch (error) {
      // On a full disk SQLite has rolled back the whole group.
      this.#abandon(this.#statements.database.isTransaction ? error : this.#lastError);
    }
    this.#end(group);
    if (hasMembers) await group.done.promise;
  }

  close(): void {
    this.#commit();
    try {
      this.#statements.database.exec('pragma optimize');
    } catch {
      // A full disk or a damaged page must not keep the database open.
    }
    this.#statements.database.close();
  }

  #run(sql: string): void {
    this.#statements.execute({ sql, parameters: [] });
  }

  #lock(): Promise<void> | undefined {
    if (this.#isLocked) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#isLocked = true;
    return;
  }

  #unlock(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#isLocked = false;
  }

  #end(group: Group | null): void {
    const isOver = !group || group.members === 0 || group.members >= maxMembers;
    if (isOver || group.isDue) this.#commit();
    this.#unlock();
  }

  #due(group: Group): void {
    group.isDue = true;
    if (group === this.#group && !this.#isLocked) this.#commit();
  }

  #commit(): void {
    const group = this.#group;
    if (!group) return;
    const from = this.#observer ? performance.now() : 0;
    try {
      this.#run('commit');
      this.#observer?.commit(group.members, from);
      this.#group = null;
      group.done.resolve();
    } catch (error) {
      this.#abandon(error);
    }
  }

  /** Rolls the whole group back; its members fail. */
  #abandon(error: unknown): void {
    const group = this.#group;
    this.#group = null;
    // Not awaited when no member has ended.
    group?.done.promise.catch(() => {});
    group?.done.reject(error);
    try {
      if (this.#statements.database.isTransaction) this.#run('rollback');
    } catch {
      // SQLite ends a transaction even when its rollback reports an error.
    }
  }
}
