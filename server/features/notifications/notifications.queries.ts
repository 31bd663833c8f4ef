import type { Insertable } from 'kysely';
import { countRows, isAmong, newestFirst } from '../../database/expressions.ts';
import type { Db } from '../../database/open.ts';
import type {
  NotificationRecipientsTable,
  NotificationsTable,
} from '../../database/tables/notifications.ts';
import type { Cursor } from '../../platform/http/lists.ts';

/** Stores notifications and returns their ids in the same order. */
export async function insertNotifications(
  tx: Db,
  rows: readonly Insertable<NotificationsTable>[],
): Promise<number[]> {
  const inserted = await tx
    .insertInto('notifications')
    .values(rows)
    .returning('notification_id')
    .execute();
  // Ids ascend in the order of the rows; the returned rows may come in any order.
  return inserted.map((row) => row.notification_id).sort((one, other) => one - other);
}

/** Addresses a notification to every open account and returns their ids. */
export async function insertRecipientsForAll(tx: Db, notificationId: number): Promise<number[]> {
  const rows = await tx
    .insertInto('notification_recipients')
    .columns(['notification_id', 'user_id'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select((select) => [select.val(notificationId).as('notification_id'), 'user_id'])
        .where('closed_at', 'is', null),
    )
    .returning('user_id')
    .execute();
  return rows.map((row) => row.user_id);
}

/** Addresses notifications to users, one row each. */
export async function insertRecipients(
  tx: Db,
  rows: readonly Insertable<NotificationRecipientsTable>[],
): Promise<void> {
  // In chunks: each row takes four of the parameters that a statement may have.
  for (let from = 0; from < rows.length; from += 5_000) {
    await tx
      .insertInto('notification_recipients')
      .values(rows.slice(from, from + 5_000))
      .execute();
  }
}

/** A user's notifications, newest first, before an id. */
export async function selectNotifications(
  db: Db,
  { userId, unreadOnly }: { userId: number; unreadOnly: boolean },
  before: Cursor | null,
  limit: number,
) {
  const query = db
    .selectFrom('notification_recipients as r')
    .innerJoin('notifications as n', 'n.notification_id', 'r.notification_id')
    .select(['n.notification_id', 'n.kind', 'n.message', 'n.created_at', 'n.link', 'r.read_at'])
    .select(['n.must_confirm', 'r.confirmed_at'])
    .where('r.user_id', '=', userId);
  const asked = unreadOnly ? query.where('r.read_at', 'is', null) : query;
  return newestFirst(asked, ['r.notification_id'], before, limit).execute();
}

/** Counts a user's unread notifications. */
export function countUnreadNotifications(db: Db, userId: number) {
  return countRows(
    db
      .selectFrom('notification_recipients')
      .where('user_id', '=', userId)
      .where('read_at', 'is', null),
  );
}

/** Counts what a user is asked to confirm. */
export function countUnconfirmedNotifications(db: Db, userId: number) {
  return countRows(
    db
      .selectFrom('notification_recipients')
      .where('user_id', '=', userId)
      .where('must_confirm', '=', 1)
      .where('confirmed_at', 'is', null),
  );
}

/** Confirms a notification, which also marks it as read; returns what it was before, undefined when it isn't the user's. */
export async function setConfirmed(tx: Db, notificationId: number, userId: number, now: string) {
  const before = await tx
    .selectFrom('notification_recipients')
    .select((eb) => [
      'must_confirm',
      'confirmed_at',
      eb
        .selectFrom('notifications')
        .select('message')
        .whereRef('notifications.notification_id', '=', 'notification_recipients.notification_id')
        .as('message'),
    ])
    .where('notification_id', '=', notificationId)
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (before?.must_confirm === 1 && before.confirmed_at === null) {
    await tx
      .updateTable('notification_recipients')
      .set((eb) => ({ confirmed_at: now, read_at: eb.fn.coalesce('read_at', eb.val(now)) }))
      .where('notification_id', '=', notificationId)
      .where('user_id', '=', userId)
      .execute();
  }
  return before;
}

/** Marks a notification as read and returns its message; undefined if it was read or isn't the user's. */
export async function setRead(
  tx: Db,
  notificationId: number,
  userId: number,
  now: string,
): Promise<string | undefined> {
  const row = await tx
    .updateTable('notification_recipients')
    .set({ read_at: now })
    .where('notification_id', '=', notificationId)
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .returning((eb) =>
      eb
        .selectFrom('notifications')
        .select('message')
        .whereRef('notifications.notification_id', '=', 'notification_recipients.notification_id')
        .as('message'),
    )
    .executeTakeFirst();
  return row?.message ?? undefined;
}

/** Marks a user's notifications as read: all, or those up to an id and among the ids; returns how many were unread. */
export async function setAllRead(
  tx: Db,
  userId: number,
  { upTo, ids }: { upTo: number | undefined; ids: readonly number[] | undefined },
  now: string,
): Promise<number> {
  let query = tx
    .updateTable('notification_recipients')
    .set({ read_at: now })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null);
  if (upTo !== undefined) query = query.where('notification_id', '<=', upTo);
  if (ids) query = query.where(isAmong(tx, 'notification_id', ids));
  const { numUpdatedRows } = await query.executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Those of the users who chose Spanish. */
export async function selectSpanishReaders(
  tx: Db,
  userIds: readonly number[],
): Promise<Set<number>> {
  const rows = await tx
    .selectFrom('users')
    .select('user_id')
    .where(isAmong(tx, 'user_id', userIds))
    .where('language', '=', 'es')
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}

/** Deletes recipients, and notifications without any; returns the users who lost one. */
export async function deleteRecipients(
  tx: Db,
  links: readonly string[],
  userIds?: readonly number[],
): Promise<number[]> {
  const about = tx.selectFrom('notifications').select('notification_id').where('link', 'in', links);
  let recipients = tx.deleteFrom('notification_recipients').where('notification_id', 'in', about);
  if (userIds) recipients = recipients.where(isAmong(tx, 'user_id', userIds));
  const rows = await recipients.returning(['notification_id', 'user_id']).execute();
  await tx
    .deleteFrom('notifications')
    .where('link', 'in', links)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('notification_recipients as r')
            .select('r.user_id')
            .whereRef('r.notification_id', '=', 'notifications.notification_id'),
        ),
      ),
    )
    .execute();
  return [...new Set(rows.map((row) => row.user_id))];
}

/** Deletes what a user got as an admin, with the mails that aren't sent yet. */
export async function deleteOfficeNotices(tx: Db, userId: number): Promise<void> {
  const notices = tx
    .selectFrom('notifications as n')
    .innerJoin('notification_recipients as r', 'r.notification_id', 'n.notification_id')
    .where('r.user_id', '=', userId)
    .where('n.is_office', '=', 1);
  await tx
    .deleteFrom('outbox')
    .where('user_id', '=', userId)
    .where('sent_at', 'is', null)
    .where('link', 'in', notices.select('n.link'))
    .execute();
  await tx
    .deleteFrom('notification_recipients')
    .where('user_id', '=', userId)
    .where('notification_id', 'in', notices.select('n.notification_id'))
    .execute();
}

/** Whether a notification was sent to the user. */
export async function isRecipient(
  tx: Db,
  notificationId: number,
  userId: number,
): Promise<boolean> {
  const row = await tx
    .selectFrom('notification_recipients')
    .select('user_id')
    .where('notification_id', '=', notificationId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The open accounts with an email address. */
export async function selectAddressees(tx: Db) {
  return tx
    .selectFrom('users')
    .select(['user_id', 'user_email', 'language'])
    .where('closed_at', 'is', null)
    .where('user_email', '<>', '')
    .orderBy('user_id')
    .execute();
}
