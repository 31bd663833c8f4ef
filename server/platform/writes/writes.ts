import { general } from '#contract/messages/general.ts';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import { isDeadlock } from '../../database/errors.ts';
import type { Db } from '../../database/open.ts';
import type { AppContext } from '../app-context.ts';
import { type AuditEntry, logAudit, recordAudit } from '../audit/audit.ts';
import { notFound, versionConflict } from '../runtime/errors.ts';
import { hasStoredReply, type IdempotentResult, runIdempotent } from './idempotency.ts';

/** The user who writes, for the audit log and ownership checks. */
export interface Actor {
  userId: number;
  ip: string;
}

/** An actor with the session that account changes check again in their transaction. */
export interface SessionActor extends Actor {
  /** The id of the session. */
  jti: string;
}

/** A visitor of the public site. */
export interface Visitor {
  userId: null;
  ip: string;
}

/** The server itself, and its command line. */
export const systemActor: Visitor = { userId: null, ip: '' };

/** A creation that runs once per Idempotency-Key. */
interface IdempotentCall {
  endpoint: Pick<Endpoint, 'name' | 'status'>;
  /** The Idempotency-Key header. */
  key: string | undefined;
  /** The parsed body; the hash of a file. Another body under the same key is a 422. */
  body: unknown;
}

type Audience = 'admins' | 'everyone' | readonly number[];

/** One write: its transaction and its effects. */
export interface Write {
  tx: Db;
  /** When the write began; the same instant for all its rows. */
  now: Date;
  /** Adds an entry to the audit log, in the actor's name or the given one, and after the commit to the server log. */
  audit: (entry: Omit<AuditEntry, 'userId' | 'ip'> & Partial<Actor | Visitor>) => Promise<void>;
  /** Discards the cached public responses after the commit. */
  invalidateCache: () => void;
  /** Sends a live update to open pages after the commit; users are named by their ids. */
  publish: (audience: Audience, event: string, ...payload: unknown[]) => void;
  /** Runs after the commit, in the order of the calls; never after a rollback or for a replay. A failure is only logged. */
  afterCommit: (effect: () => unknown) => void;
}

/** Records that are deleted when they reach an age. */
export interface ExpiringRecords {
  /** Counts those from before an instant, as of now. */
  count: (db: Db, before: string, now: Date) => Promise<number>;
  /** Deletes up to `limit` of them in the caller's transaction, the oldest first; returns how many. */
  remove: (ctx: AppContext, write: Write, before: string, limit: number) => Promise<number>;
}

export type WriteContext = Pick<AppContext, 'db' | 'now' | 'responseCache' | 'realtime' | 'log'>;

/**
 * Runs one write: transaction, idempotency, audit, then cache and live updates after the commit.
 * Returns the reply, for a repeated Idempotency-Key the first one's.
 */
export async function writeTransaction<T>(
  ctx: WriteContext,
  actor: Actor | Visitor,
  work: (write: Write) => Promise<T>,
  call?: IdempotentCall,
): Promise<T> {
  return (await writeTransactionResult(ctx, actor, work, call)).reply;
}

/** Like `writeTransaction`, also returns whether the reply is a replay: an upload can then be discarded. */
export async function writeTransactionResult<T>(
  ctx: WriteContext,
  actor: Actor | Visitor,
  work: (write: Write) => Promise<T>,
  call?: IdempotentCall,
): Promise<IdempotentResult<T>> {
  const now = ctx.now();
  const effects: (() => unknown)[] = [];
  const afterCommit = (effect: () => unknown) => void effects.push(effect);
  const request = {
    caller: callerOf(actor),
    call: call?.endpoint.name ?? '',
    key: call?.key,
    body: call?.body,
    status: call?.endpoint.status ?? 200,
  };
  const attempt = () =>
    runIdempotent(ctx.db, now, request, (tx) => {
      effects.length = 0;
      return work({
        tx,
        now,
        audit: async (entry) => {
          const { userId, ip } = actor;
          const line = await recordAudit(tx, now, { userId, ip, ...entry });
          afterCommit(() => logAudit(ctx.log, line));
        },
        invalidateCache: () => afterCommit(() => ctx.responseCache.invalidate()),
        publish: (...update) => afterCommit(() => send(ctx.realtime, ...update)),
        afterCommit,
      });
    });
  const result = await retryDeadlocks(attempt);
  for (const effect of effects) {
    try {
      await effect();
    } catch (error) {
      // The write is committed: failing now would make the caller retry or discard what is stored.
      ctx.log.error({ err: error, call: request.call }, 'an effect after a commit failed');
    }
  }
  return result;
}

/**
 * Repeats a transaction that PostgreSQL undid for a deadlock. A migration that changes the tables in use can be the
 * other side, and the same two can meet again, because a waiting write has no turn.
 */
async function retryDeadlocks<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = 3; ; left -= 1) {
    try {
      return await attempt();
    } catch (error) {
      if (left === 0 || !isDeadlock(error)) throw error;
    }
  }
}

function callerOf({ userId }: Actor | Visitor): string {
  return userId === null ? 'public' : `user ${userId}`;
}

/** Whether a creation repeats a stored one: it then gets the first one's reply, unless its body differs. */
export function isRepeat(
  { db, now }: Pick<WriteContext, 'db' | 'now'>,
  actor: Actor | Visitor,
  { endpoint, key }: Omit<IdempotentCall, 'body'>,
): Promise<boolean> {
  return hasStoredReply(db, now(), { caller: callerOf(actor), call: endpoint.name, key });
}

function send(realtime: AppContext['realtime'], ...update: Parameters<Write['publish']>): void {
  const [audience, event, ...payload] = update;
  if (audience === 'admins') realtime.toAdmins(event, ...payload);
  else if (audience === 'everyone') realtime.toEveryone(event, ...payload);
  else realtime.toUsers(audience, event, ...payload);
}

/** Returns the locked row of a change: 404 without one, 409 with the current record when `version` is stale. */
export async function currentRow<R extends { version: number }>(
  row: R | undefined,
  version: number | null | undefined,
  toDto: (row: R) => unknown,
  gone: string = general.notFound,
): Promise<R> {
  if (!row) throw notFound(gone);
  if (version && version !== row.version) throw versionConflict(await toDto(row));
  return row;
}

/** The values that differ, for the audit log; nothing when none does. */
export function changedValues(before: object, after: object): { before?: object; after?: object } {
  const changed = changedColumns(before, after);
  if (Object.keys(changed).length === 0) return {};
  return { before: changedColumns(after, before), after: changed };
}

/** Returns the columns of `change` that are set and differ from the row. */
export function changedColumns<C extends object>(row: object, change: C): Partial<C> {
  const changed = Object.entries(change).filter(
    ([name, value]) => value !== undefined && (row as Record<string, unknown>)[name] !== value,
  );
  return Object.fromEntries(changed) as Partial<C>;
}
