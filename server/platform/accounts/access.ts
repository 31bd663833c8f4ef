import { EventEmitter } from 'node:events';
import type { SessionEnd } from '#contract/session.ts';
import { mayCall, type Role } from '#contract/wire/access.ts';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import type { Db } from '../../database/open.ts';
import type { Config } from '../../settings/config.ts';
import { forbidden, HttpError, notSignedIn } from '../runtime/errors.ts';
import type { SessionActivity } from './session-activity.ts';
import type { ReadSession } from './session-reader.ts';
import { findSessionEnd } from './sessions.queries.ts';
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

/** Whether an account has set up a second factor. */
export type HasSecondFactor = (userId: number) => Promise<boolean>;

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
