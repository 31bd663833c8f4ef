import type { Db } from '../../database/open.ts';

/** Stores a notice and answers its id. */
export async function insertNotice(
  tx: Db,
  notice: { message: string; senderId: number; now: string },
): Promise<number> {
  const { notification_id } = await tx
    .insertInto('notifications')
    .values({ message: notice.message, sender_id: notice.senderId, created_at: notice.now })
    .returning('notification_id')
    .executeTakeFirstOrThrow();
  return notification_id;
}

/** Addresses a notice to every open account and answers whose they are. */
export async function addressToAll(tx: Db, noticeId: number): Promise<number[]> {
  const rows = await tx
    .insertInto('notification_recipients')
    .columns(['notification_id', 'user_id'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select((select) => [select.val(noticeId).as('notification_id'), 'user_id'])
        .where('closed_at', 'is', null),
    )
    .returning('user_id')
    .execute();
  return rows.map((row) => row.user_id);
}

/** Addresses a notice to these people alone. */
export async function addressTo(
  tx: Db,
  noticeId: number,
  recipients: readonly number[],
): Promise<void> {
  // In pieces: each row takes two of the parameters that a statement may have.
  for (let from = 0; from < recipients.length; from += 5_000) {
    await tx
      .insertInto('notification_recipients')
      .values(
        recipients
          .slice(from, from + 5_000)
          .map((user_id) => ({ notification_id: noticeId, user_id })),
      )
      .execute();
  }
}

/** The notices of one person, newest first. */
export async function selectNotices(db: Db, userId: number, unreadOnly: boolean) {
  let query = db
    .selectFrom('notification_recipients as r')
    .innerJoin('notifications as n', 'n.notification_id', 'r.notification_id')
    .select(['n.notification_id', 'n.message', 'n.created_at', 'r.read_at'])
    .where('r.user_id', '=', userId)
    .orderBy('n.notification_id', 'desc');
  if (unreadOnly) query = query.where('r.read_at', 'is', null);
  return query.execute();
}

/** How many notices a person has not read. */
export async function countUnread(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('notification_recipients')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Sets the read mark of one person; false when it was set before or the notice is not theirs. */
export async function setRead(
  tx: Db,
  noticeId: number,
  userId: number,
  now: string,
): Promise<boolean> {
  const rows = await tx
    .updateTable('notification_recipients')
    .set({ read_at: now })
    .where('notification_id', '=', noticeId)
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .returning('user_id')
    .execute();
  return rows.length > 0;
}

/** Whether a notice was sent to that person. */
export async function isRecipient(tx: Db, noticeId: number, userId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('notification_recipients')
    .select('user_id')
    .where('notification_id', '=', noticeId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The mail addresses of every open account. */
export async function selectAddresses(tx: Db): Promise<string[]> {
  const rows = await tx
    .selectFrom('users')
    .select('user_email')
    .where('closed_at', 'is', null)
    .where('user_email', '<>', '')
    .orderBy('user_id')
    .execute();
  return rows.map((row) => row.user_email);
}
