/**
 * Fails the n-th call that a request, or a background task, makes to the database, the storage or the outbox, as
 * SQLite's own tests do. Calls are found by their asynchronous context, so that concurrent work isn't affected.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { StatementSync } from 'node:sqlite';
import pg from 'pg';
import type { AppContext } from '#server/platform/app-context.ts';

/**
 * `broken`: the call fails with an unexpected error. `unavailable`: as when the disk fails or the connection is cut.
 * `lost`: it is carried out, but its answer is lost. `down`: it fails, and so do all calls after it.
 */
export type Fault = 'broken' | 'unavailable' | 'lost' | 'down';

export interface Plan {
  /** Which call fails, from 1; 0 fails none. */
  nth: number;
  fault: Fault;
}

/** What happened: the calls, and whether one failed. */
export interface Report {
  calls: string[];
  failed: boolean;
}

const running = new AsyncLocalStorage<Plan & Report>();

/** Counts a call of the running plan; returns the fault that it gets. */
function faultOf(call: string): Fault | null {
  const plan = running.getStore();
  if (!plan) return null;
  plan.calls.push(call.replaceAll(/\s+/g, ' ').slice(0, 120));
  const at = plan.calls.length;
  const fails = plan.nth > 0 && (plan.fault === 'down' ? at >= plan.nth : at === plan.nth);
  plan.failed ||= fails;
  return fails ? plan.fault : null;
}

const isUnavailable = (fault: Fault) => fault !== 'broken';

function sqliteError(fault: Fault): Error {
  return isUnavailable(fault)
    ? Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode: 10 })
    : Object.assign(new Error('SQL logic error'), { code: 'ERR_SQLITE_ERROR', errcode: 1 });
}

function fileError(fault: Fault): Error {
  const code = isUnavailable(fault) ? 'ENOSPC' : 'EIO';
  return Object.assign(new Error(`${code}: write`), { code, errno: -1, syscall: 'write' });
}

/** Patches the drivers and this app's storage; returns how to undo it. */
export function injectFaults(ctx: Pick<AppContext, 'storage'>): () => void {
  const undo = [patchSqlite('all'), patchSqlite('run'), patchPostgres()];
  for (const name of ['put', 'read', 'open', 'remove'] as const) {
    undo.push(patchAsync(ctx.storage, `storage.${name}`, name));
  }
  return () => {
    for (const restore of undo) restore();
  };
}

/** Runs the work with a plan. */
export async function withFault<T>(
  plan: Plan,
  work: () => Promise<T>,
): Promise<Report & { result: T }> {
  const store = { ...plan, calls: [], failed: false };
  const result = await running.run(store, work);
  return { calls: store.calls, failed: store.failed, result };
}

type Run = (this: StatementSync, ...values: unknown[]) => unknown;

function patchSqlite(name: 'all' | 'run'): () => void {
  const original = StatementSync.prototype[name] as Run;
  const patched: Run = function (...values) {
    const fault = faultOf(this.sourceSQL);
    if (!fault) return original.apply(this, values);
    // SQLite ends a transaction even when its rollback reports an error.
    if (fault === 'lost' || this.sourceSQL === 'rollback') original.apply(this, values);
    throw sqliteError(fault);
  };
  const set = (run: Run) => Object.defineProperty(StatementSync.prototype, name, { value: run });
  set(patched);
  return () => set(original);
}

type Query = (this: pg.Client, ...given: unknown[]) => Promise<unknown>;

function patchPostgres(): () => void {
  const original = pg.Client.prototype.query as unknown as Query;
  const patched: Query = function (...given) {
    const { text } = given[0] as { text?: string };
    // The messages between nodes are plain text; a lost one is noticed as a gap.
    const fault = text === undefined ? null : faultOf(text);
    if (!fault) return original.apply(this, given);
    return failQuery(fault, this, () => original.apply(this, given));
  };
  pg.Client.prototype.query = patched as unknown as typeof pg.Client.prototype.query;
  return () => {
    pg.Client.prototype.query = original as unknown as typeof pg.Client.prototype.query;
  };
}

async function failQuery(
  fault: Fault,
  client: pg.Client,
  query: () => Promise<unknown>,
): Promise<never> {
  if (fault === 'broken') throw Object.assign(new Error('internal error'), { code: 'XX000' });
  if (fault === 'lost') {
    await query();
    // As when the answer doesn't come in time.
    void client.end();
    throw new Error('Connection terminated');
  }
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  if (!stream.destroyed) {
    // As with a cut connection, the pool knows before the query fails.
    const ended = once(client, 'end');
    stream.destroy();
    await ended;
  }
  throw new Error('Connection terminated unexpectedly');
}

/** Replaces an asynchronous method of an object. */
function patchAsync<N extends string, T extends Record<N, (...given: never[]) => unknown>>(
  target: T,
  label: string,
  name: N,
): () => void {
  const original = target[name];
  const patched = async (...given: never[]) => {
    const fault = faultOf(label);
    if (!fault) return original.apply(target, given);
    if (fault === 'lost') await original.apply(target, given);
    throw fileError(fault);
  };
  Object.defineProperty(target, name, { value: patched, configurable: true, writable: true });
  return () => {
    Object.defineProperty(target, name, { value: original, configurable: true, writable: true });
  };
}
