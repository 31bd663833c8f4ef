import type { SessionEnd, TokenPayload } from '#contract/session.ts';
import type { Db, Engine } from '../database/open.ts';

/** Ids per statement: both databases limit the number of parameters. */
const perSelect = 500;

/** Returns the user of a token's session; undefined when the session ended or the account is closed. */
export async function findSession(
  db: Db,
  { jti, sub }: Pick<TokenPayload, 'jti' | 'sub'>,
  now: Date,
) {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.user_id', 'sessions.user_id')
    .select(['users.user_id', 'users.username', 'users.user_role'])
    .where('sessions.jti', '=', jti)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', now.toISOString())
    .where('users.closed_at', 'is', null)
    .whereRef('sessions.token_version', '=', 'users.token_version')
    .executeTakeFirst();
  return String(row?.user_id) === sub ? row : undefined;
}

/** The times at which a session was opened and last confirmed with the password. */
export interface OpenSession {
  created_at: string;
  confirmed_at: string | null;
}

/** Returns a session like `findSession`; it and its account stay as they are until the transaction ends. */
export async function selectOpenSessionForShare(
  tx: Db,
  engine: Engine,
  { jti, sub }: Pick<TokenPayload, 'jti' | 'sub'>,
  now: Date,
): Promise<OpenSession | undefined> {
  const query = tx
    .selectFrom('sessions')
    .innerJoin('users', 'users.user_id', 'sessions.user_id')
    .select(['sessions.created_at', 'sessions.confirmed_at'])
    .where('sessions.jti', '=', jti)
    .where('sessions.user_id', '=', Number(sub))
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', now.toISOString())
    .where('users.closed_at', 'is', null)
    .whereRef('sessions.token_version', '=', 'users.token_version');
  // SQLite has one writer at a time.
  return (engine === 'postgres' ? query.forShare() : query).executeTakeFirst();
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
  now: string,
): Promise<Set<string>> {
  const open = new Set<string>();
  for (let from = 0; from < jtis.length; from += perSelect) {
    const rows = await db
      .selectFrom('sessions')
      .innerJoin('users', 'users.user_id', 'sessions.user_id')
      .select('sessions.jti')
      .where('sessions.jti', 'in', jtis.slice(from, from + perSelect))
      .where('sessions.ended_at', 'is', null)
      .where('sessions.expires_at', '>', now)
      .where('users.closed_at', 'is', null)
      .whereRef('sessions.token_version', '=', 'users.token_version')
      .execute();
    for (const { jti } of rows) open.add(jti);
  }
  return open;
}
