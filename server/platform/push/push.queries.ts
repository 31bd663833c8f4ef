import type { Db } from '../../database/open.ts';

/** Ids per statement: both databases limit the number of parameters. */
const perSelect = 500;

/** A browser that may receive pushes. */
export interface Subscription {
  id: number;
  userId: number;
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Returns the users' browsers whose session and account are open. */
export async function selectSubscriptions(
  db: Db,
  userIds: readonly number[],
  now: string,
): Promise<Subscription[]> {
  const found: Subscription[] = [];
  for (let from = 0; from < userIds.length; from += perSelect) {
    const rows = await db
      .selectFrom('push_subscriptions as p')
      .innerJoin('sessions', 'sessions.jti', 'p.jti')
      .innerJoin('users', 'users.user_id', 'sessions.user_id')
      .select(['p.id', 'p.user_id as userId', 'p.endpoint', 'p.p256dh', 'p.auth'])
      .where('p.user_id', 'in', userIds.slice(from, from + perSelect))
      .whereRef('p.user_id', '=', 'sessions.user_id')
      .where('sessions.ended_at', 'is', null)
      .where('sessions.expires_at', '>', now)
      .where('users.closed_at', 'is', null)
      .whereRef('sessions.token_version', '=', 'users.token_version')
      .orderBy('p.id')
      .execute();
    found.push(...rows);
  }
  return found;
}

export async function deleteSubscription(db: Db, id: number): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).execute();
}
