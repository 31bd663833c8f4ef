import { type Expression, type SqlBool, sql } from 'kysely';
import type { SessionEnd } from '#contract/session.ts';
import { isAmong } from '../../database/expressions.ts';
import type { Db } from '../../database/open.ts';
import type { TokenPayload } from './tokens.ts';

/** Ids per statement: both databases limit the number of parameters. */
const perSelect = 500;

/** What makes a session open, besides its account. */
export interface OpenAt {
  now: string;
  /** Sessions last seen before this instant have ended; empty without an idle timeout. */
  idleSince: string;
}

/** The sessions of open accounts that were neither ended nor replaced by a new password. */
const sessionsInUse = (db: Db) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.user_id', 'sessions.user_id')
    .where('sessions.ended_at', 'is', null)
    .where('users.closed_at', 'is', null)
    .whereRef('sessions.token_version', '=', 'users.token_version');

/** Sessions by id; the caller checks whether they expired. Most requests run it. */
export async function selectSessionUsers(db: Db, jtis: readonly string[]) {
  return sessionsInUse(db)
    .select(['sessions.jti', 'sessions.expires_at', lastSeen.as('seen_at')])
    .select(['users.user_id', 'users.username', 'users.user_role'])
    .where(isAmong(db, 'sessions.jti', jtis))
    .execute();
}

/** The times at which a session was opened and last confirmed with the password. */
export interface OpenSession {
  created_at: string;
  confirmed_at: string | null;
}

/** Returns an open session of a user; it and its account stay as they are until the transaction ends. */
export async function selectOpenSessionForShare(
  tx: Db,
  { jti, sub }: Pick<TokenPayload, 'jti' | 'sub'>,
  now: Date,
): Promise<OpenSession | undefined> {
  return sessionsInUse(tx)
    .select(['sessions.created_at', 'sessions.confirmed_at'])
    .where('sessions.jti', '=', jti)
    .where('sessions.user_id', '=', Number(sub))
    .where('sessions.expires_at', '>', now.toISOString())
    .forShare()
    .executeTakeFirst();
}

/** Records that the user of a session entered the password again. */
export async function confirmSession(tx: Db, jti: string, now: string): Promise<void> {
  await tx.updateTable('sessions').set({ confirmed_at: now }).where('jti', '=', jti).execute();
}

/** Returns why a session ended that was not logged out; null when the rows don't show it. */
export async function findSessionEnd(
  db: Db,
  payload: Pick<TokenPayload, 'jti' | 'sub'>,
): Promise<SessionEnd | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.user_id', 'sessions.user_id')
    .select(['users.user_id', 'users.closed_at', 'users.token_version as current'])
    .select('sessions.token_version as issued')
    .where('sessions.jti', '=', payload.jti)
    .where('sessions.ended_at', 'is', null)
    .executeTakeFirst();
  if (!row || String(row.user_id) !== payload.sub) return null;
  if (row.closed_at !== null) return 'account_closed';
  return row.issued === row.current ? null : 'credentials_changed';
}

/** Returns those of the sessions that are open and whose accounts are, too. */
export async function selectOpenSessions(
  db: Db,
  jtis: readonly string[],
  { now, idleSince }: OpenAt,
): Promise<Set<string>> {
  const open = new Set<string>();
  for (let from = 0; from < jtis.length; from += perSelect) {
    const rows = await sessionsInUse(db)
      .select('sessions.jti')
      .where('sessions.jti', 'in', jtis.slice(from, from + perSelect))
      .where('sessions.expires_at', '>', now)
      .where(seenSince(idleSince))
      .execute();
    for (const { jti } of rows) open.add(jti);
  }
  return open;
}

/** When a session was last seen; those of an earlier release count from their beginning. */
const lastSeen = sql<string>`coalesce(sessions.last_seen_at, sessions.created_at)`;

/** Whether a session was seen after an instant. */
export const seenSince = (instant: string): Expression<SqlBool> =>
  sql<SqlBool>`${lastSeen} > ${instant}`;

/** Records that a session was used; only when it was last seen before `cutoff`. */
export async function setLastSeen(db: Db, jti: string, now: string, cutoff: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_seen_at: now })
    .where('jti', '=', jti)
    .where((eb) => eb.or([eb('last_seen_at', 'is', null), eb('last_seen_at', '<', cutoff)]))
    .execute();
}
