import type { Db } from '../../database/open.ts';

/** Ids per statement: both databases bound the parameters of one. */
const perSelect = 500;

/** Which of these sessions are still open, their accounts too. */
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
