import type { TokenPayload } from '#contract/session.ts';
import type { Db } from '../database/open.ts';
import type { SignedIn } from './signed-in.ts';

/** The open account behind a token's session, or null when either has ended. */
export async function findSession(
  db: Db,
  payload: Pick<TokenPayload, 'jti' | 'sub'>,
  now: Date,
): Promise<SignedIn | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.user_id', 'sessions.user_id')
    .select(['users.user_id', 'users.username', 'users.user_role'])
    .where('sessions.jti', '=', payload.jti)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', now.toISOString())
    .where('users.closed_at', 'is', null)
    .whereRef('sessions.token_version', '=', 'users.token_version')
    .executeTakeFirst();
  if (!row || String(row.user_id) !== payload.sub) return null;
  return { userId: row.user_id, username: row.username, role: row.user_role, jti: payload.jti };
}
