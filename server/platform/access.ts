import { EventEmitter } from 'node:events';
import { type Access, mayCall, type Role } from '#contract/access.ts';
import type { SessionEnd } from '#contract/session.ts';
import type { Db } from '../database/open.ts';
import { forbidden, notSignedIn } from './errors.ts';
import { findSession, findSessionEnd } from './sessions.queries.ts';
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

interface Deps {
  db: Db;
  tokens: Tokens;
  now: () => Date;
}

/** Returns the user of a token and when it expires (ms since 1970); null when the token is not valid. */
export async function authenticate(
  ctx: Deps,
  token: string,
): Promise<{ user: AuthUser; token: string; expires: number } | null> {
  const now = ctx.now();
  const payload = ctx.tokens.read(token, now);
  const row = payload && (await findSession(ctx.db, payload, now));
  if (!row) return null;
  const { jti } = payload;
  const user = { userId: row.user_id, username: row.username, role: row.user_role, jti };
  return { user, token, expires: payload.exp * 1000 };
}

/** Returns why an unexpired token of ours is no longer valid. */
async function sessionEndOf(ctx: Deps, token: string | undefined): Promise<SessionEnd | undefined> {
  const payload = token ? ctx.tokens.read(token, ctx.now()) : null;
  return (payload && (await findSessionEnd(ctx.db, payload))) ?? undefined;
}

/** Returns the user of an Authorization header; throws 401 without one. */
export async function authorize(ctx: Deps, header: string | undefined): Promise<AuthUser> {
  if (!header) throw notSignedIn('token_missing');
  const token = /^Bearer +([^\s]+)$/i.exec(header)?.[1];
  const session = token ? await authenticate(ctx, token) : null;
  if (!session) throw notSignedIn(await sessionEndOf(ctx, token));
  return session.user;
}

/** Throws 403 when the user may not call an endpoint with this access. */
export function requireAccess(user: AuthUser, access: Access): void {
  if (!mayCall(access, user.role)) throw forbidden();
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
