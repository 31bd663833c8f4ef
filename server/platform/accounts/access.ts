import { EventEmitter } from 'node:events';
import type { FastifyBaseLogger } from 'fastify';
import type { SessionEnd } from '#contract/session.ts';
import { mayCall, type Role } from '#contract/wire/access.ts';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import { type Db, isPostgres } from '../../database/open.ts';
import type { Config } from '../../settings/config.ts';
import { forbidden, HttpError, notSignedIn } from '../runtime/errors.ts';
import { shareReads } from '../runtime/shared-reads.ts';
import {
  findSessionEnd,
  type OpenAt,
  selectSessionUsers,
  setLastSeen,
} from './sessions.queries.ts';
import type { Tokens } from './tokens.ts';

/** The user of a valid token, as the database has them now. */
export interface AuthUser {
  userId: number;
  username: string;
  role: Role;
  /** Id of the session that the token belongs to. */
  jti: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null when the endpoint is public. */
    user: AuthUser | null;
  }
}

/** A session and its user as the database has them now; undefined when it ended or the account is closed. */
export type ReadSession = ReturnType<typeof sessionReader>;

/** On PostgreSQL, requests that wait share one query, though never one that began before they asked. */
export function sessionReader(db: Db) {
  if (!isPostgres(db)) return async (jti: string) => (await selectSessionUsers(db, [jti]))[0];
  let waiting = new Set<string>();
  const readAll = shareReads(async () => {
    const jtis = [...waiting];
    waiting = new Set();
    const rows = await selectSessionUsers(db, jtis);
    return new Map(rows.map((row) => [row.jti, row]));
  });
  return async (jti: string) => {
    waiting.add(jti);
    return (await readAll()).get(jti);
  };
}

/** Whether an account has set up a second factor. */
export type HasSecondFactor = (userId: number) => Promise<boolean>;

const minute = 60_000;
/** Pause after a failed write: with a full disk, reads must not try one each. */
const retryMs = 30_000;
/** Sessions in memory; beyond that, the oldest entries are forgotten and written once more. */
const maxKnown = 20_000;

/**
 * Records when sessions were last used, and knows which have idled out. A session is written at most once in
 * `intervalMs`; every other call costs a look-up in memory.
 */
export class SessionActivity {
  readonly #db: Db;
  readonly #now: () => Date;
  readonly #log: FastifyBaseLogger;
  readonly #intervalMs: number;
  readonly #idleMs: number | null;
  /** jti → when it was last written (ms). */
  readonly #written = new Map<string, number>();

  constructor(db: Db, log: FastifyBaseLogger, now: () => Date, idleMinutes: number | null) {
    this.#db = db;
    this.#now = now;
    this.#log = log;
    this.#intervalMs = Math.min(5, (idleMinutes ?? 20) / 4) * minute;
    // The stored instant may be one interval behind: nobody is signed out early.
    this.#idleMs = idleMinutes === null ? null : idleMinutes * minute + this.#intervalMs;
  }

  openAt(now: Date): OpenAt {
    const idleSince =
      this.#idleMs === null ? '' : new Date(now.getTime() - this.#idleMs).toISOString();
    return { now: now.toISOString(), idleSince };
  }

  /** Does not wait for the database: a failed write is logged and tried again by a call half a minute later. */
  record(jti: string): void {
    const now = this.#now();
    const at = now.getTime();
    if (at - (this.#written.get(jti) ?? -Infinity) < this.#intervalMs) return;
    this.#written.delete(jti);
    this.#written.set(jti, at);
    if (this.#written.size > maxKnown) {
      const [oldest = ''] = this.#written.keys();
      this.#written.delete(oldest);
    }
    const cutoff = new Date(at - this.#intervalMs).toISOString();
    setLastSeen(this.#db, jti, now.toISOString(), cutoff).catch((error: unknown) => {
      this.#written.set(jti, at - this.#intervalMs + retryMs);
      this.#log.warn({ err: error }, 'last use of a session not recorded');
    });
  }
}

interface Deps {
  db: Db;
  tokens: Tokens;
  now: () => Date;
  config: Pick<Config, 'requireSecondFactor'>;
  hasSecondFactor: HasSecondFactor;
  sessionActivity: SessionActivity;
  readSession: ReadSession;
}

/** Returns the user of a token and when it expires (ms since 1970); null when the token is not valid. */
export async function authenticate(
  ctx: Deps,
  token: string,
): Promise<{ user: AuthUser; token: string; expires: number } | null> {
  const now = ctx.now();
  const payload = ctx.tokens.read(token, now);
  const row = payload && (await ctx.readSession(payload.jti));
  if (!row || String(row.user_id) !== payload.sub) return null;
  const openAt = ctx.sessionActivity.openAt(now);
  if (row.expires_at <= openAt.now || row.seen_at <= openAt.idleSince) return null;
  const { jti } = payload;
  ctx.sessionActivity.record(jti);
  const user = { userId: row.user_id, username: row.username, role: row.user_role, jti };
  return { user, token, expires: payload.exp * 1000 };
}

/** Returns why an unexpired token of ours is no longer valid. */
async function sessionEndOf(ctx: Deps, token: string | undefined): Promise<SessionEnd | undefined> {
  const payload = token ? ctx.tokens.read(token, ctx.now()) : null;
  return (payload && (await findSessionEnd(ctx.db, payload))) ?? undefined;
}

/** Throws 403 for an account without the second factor that REQUIRE_SECOND_FACTOR asks of it. */
export async function assertSetUp(
  ctx: Pick<Deps, 'config' | 'hasSecondFactor'>,
  { userId, role }: Pick<AuthUser, 'userId' | 'role'>,
): Promise<void> {
  if (ctx.config.requireSecondFactor !== 'admins' || role !== 'admin') return;
  if (await ctx.hasSecondFactor(userId)) return;
  throw new HttpError('second_factor_setup_required');
}

/** Returns the user of an Authorization header; throws 401 without one. */
export async function authorize(ctx: Deps, header: string | undefined): Promise<AuthUser> {
  if (!header) throw notSignedIn('token_missing');
  const token = /^Bearer +([^\s]+)$/i.exec(header)?.[1];
  const session = token ? await authenticate(ctx, token) : null;
  if (!session) throw notSignedIn(await sessionEndOf(ctx, token));
  return session.user;
}

/** Throws 403 when the user may not call the endpoint. */
export async function requireAccess(
  ctx: Pick<Deps, 'config' | 'hasSecondFactor'>,
  user: AuthUser,
  { access, duringSetUp }: Pick<Endpoint, 'access' | 'duringSetUp'>,
): Promise<void> {
  if (!mayCall(access, user.role)) throw forbidden();
  if (!duringSetUp) await assertSetUp(ctx, user);
}

/** The sessions that ended: those of an account (all, or all but one), or one session. */
export type Ended = { userId: number; exceptJti?: string } | { jti: string };

/** Announces ended sessions, so that their open connections are closed. Emit after the commit. */
export interface AccountEvents {
  onEnded(listener: (ended: Ended) => void): void;
  ended(ended: Ended): void;
}

/** Reaches this process only: other nodes look the session up (`sweep sockets`). */
export function openAccountEvents(): AccountEvents {
  const emitter = new EventEmitter();
  return {
    onEnded: (listener) => {
      emitter.on('ended', listener);
    },
    ended: (ended) => {
      emitter.emit('ended', ended);
    },
  };
}
