import { sql } from 'kysely';
import { selectForUpdate } from '../../database/locks.ts';
import type { Db } from '../../database/open.ts';

export interface NewSubscription {
  userId: number;
  jti: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  now: string;
}

/** Stores a browser by its address; a known one moves to this user and session. */
export async function putSubscription(tx: Db, browser: NewSubscription): Promise<void> {
  const { userId, now, ...columns } = browser;
  const row = { ...columns, user_id: userId, created_at: now };
  const { endpoint, ...changed } = row;
  await tx
    .insertInto('push_subscriptions')
    .values({ endpoint, ...changed })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(changed))
    .execute();
}

/** Deletes a user's oldest browsers beyond `max`. */
export async function trimSubscriptions(tx: Db, userId: number, max: number): Promise<void> {
  await tx
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('push_subscriptions as newest')
        .select('newest.id')
        .where('newest.user_id', '=', userId)
        .orderBy('newest.created_at', 'desc')
        .orderBy('newest.id', 'desc')
        .limit(max),
    )
    .execute();
}

/** Locks a user until the transaction ends. */
export async function selectUserIdForUpdate(tx: Db, userId: number): Promise<void> {
  await selectForUpdate(tx, 'users', 'user_id', userId);
}

/** Deletes a subscription of any user: only the browser itself knows its endpoint. */
export async function deleteByEndpoint(db: Db, endpoint: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint).execute();
}

/** Deletes the browsers whose session has ended. */
export async function deleteEnded(db: Db, now: string): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('sessions')
            .innerJoin('users', 'users.user_id', 'sessions.user_id')
            .select(sql`1`.as('open'))
            .whereRef('sessions.jti', '=', 'push_subscriptions.jti')
            .whereRef('sessions.user_id', '=', 'push_subscriptions.user_id')
            .where('sessions.ended_at', 'is', null)
            .where('sessions.expires_at', '>', now)
            .where('users.closed_at', 'is', null)
            .whereRef('sessions.token_version', '=', 'users.token_version'),
        ),
      ),
    )
    .execute();
}
