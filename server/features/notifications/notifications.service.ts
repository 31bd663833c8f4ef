import { company } from '#contract/company.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { notifications as say } from '#contract/messages/notifications.ts';
import {
  type Notification,
  notificationEvent,
  type sendEmail as sendEmailEndpoint,
} from '#contract/notifications.ts';
import { badgesEvent } from '#contract/portal.ts';
import type { Db } from '../../database/open.ts';
import { recordAudit } from '../../platform/audit.ts';
import { notFound } from '../../platform/errors.ts';
import type { Ground } from '../../platform/ground.ts';
import { once } from '../../platform/replays.ts';
import { noticeMails } from './notifications.mails.ts';
import {
  addressTo,
  addressToAll,
  countUnread,
  insertNotice,
  isRecipient,
  selectAddresses,
  selectNotices,
  setRead,
} from './notifications.queries.ts';

interface Sender {
  userId: number;
  ip: string;
  /** The Idempotency-Key, when there is one. */
  key: string | undefined;
}

/** A person's notices, newest first. */
export async function readNotices(
  db: Db,
  userId: number,
  unreadOnly: boolean,
): Promise<Notification[]> {
  const rows = await selectNotices(db, userId, unreadOnly);
  return rows.map((row) => ({
    notification_id: row.notification_id,
    message: row.message,
    date: row.created_at,
    is_read: row.read_at === null ? 0 : 1,
  }));
}

/** How many notices a person has not read. */
export async function unreadNotices(db: Db, userId: number): Promise<number> {
  return countUnread(db, userId);
}

/** Sends a notice to everybody with an open account, and to their open pages at once. */
export async function sendNotice(
  ground: Ground,
  message: string,
  sender: Sender,
): Promise<{ message: string; notification_id: number }> {
  const now = ground.now();
  const { userId, ip, key } = sender;
  let recipients: number[] = [];
  const { reply, replayed } = await once(
    ground.db,
    now,
    { caller: `user ${userId}`, call: 'sendNotification', key, body: { message }, status: 201 },
    async (tx) => {
      const id = await insertNotice(tx, { message, senderId: userId, now: now.toISOString() });
      recipients = await addressToAll(tx, id);
      await recordAudit(tx, now, {
        userId,
        ip,
        action: 'notification.send',
        target: { kind: 'notification', id },
        detail: { recipients: recipients.length },
      });
      return { message: say.sent, notification_id: id };
    },
  );
  if (!replayed) {
    const { notification_id } = reply;
    const event: Notification = { notification_id, message, date: now.toISOString(), is_read: 0 };
    tellNotice(ground, recipients, event);
  }
  return reply;
}

/** Tells the open pages of its recipients of a stored notice, and the browsers of those who have none. */
export function tellNotice(
  { realtime, push }: Pick<Ground, 'realtime' | 'push'>,
  recipients: readonly number[],
  event: Notification,
): void {
  realtime.toUsers(recipients, notificationEvent, event);
  push.toUsers(recipients, {
    title: company.name,
    body: event.message,
    url: '/portal',
    tag: `notice ${event.notification_id}`,
    urgency: 'normal',
  });
}

/**
 * Sends a notice to the chosen people alone, in the caller's transaction.
 * After the commit the caller gives what it answers to `tellNotice`.
 */
export async function notify(
  tx: Db,
  now: Date,
  notice: { message: string; recipients: readonly number[]; senderId: number },
): Promise<Notification> {
  const { message, recipients, senderId } = notice;
  const date = now.toISOString();
  const notification_id = await insertNotice(tx, { message, senderId, now: date });
  await addressTo(tx, notification_id, recipients);
  return { notification_id, message, date, is_read: 0 };
}

/** Queues one mail for each open account; more than ten in an hour are 429. */
export async function mailEverybody(
  ground: Ground,
  mail: BodyOf<typeof sendEmailEndpoint>,
  sender: Sender,
): Promise<{ message: string }> {
  const now = ground.now();
  const { userId, ip, key } = sender;
  const { reply, replayed } = await once(
    ground.db,
    now,
    { caller: `user ${userId}`, call: 'sendEmail', key, body: mail, status: 200 },
    async (tx) => {
      // Here, so that the same mail asked for again does not count.
      await ground.limits.countMail(`user ${userId}`);
      const addresses = await selectAddresses(tx);
      await ground.mailer.enqueue(tx, noticeMails(addresses, mail, ground.config.publicUrl));
      await recordAudit(tx, now, {
        userId,
        ip,
        action: 'email.send',
        detail: { recipients: addresses.length },
      });
      return { message: say.emailSent };
    },
  );
  if (!replayed) ground.mailer.nudge();
  return reply;
}

/** Marks a notice as read by the caller alone; 404 when it was not sent to them. Again changes nothing. */
export async function readNotice(
  ground: Ground,
  noticeId: number,
  by: { userId: number; ip: string },
): Promise<{ message: string }> {
  const now = ground.now();
  const changed = await ground.db.transaction().execute(async (tx) => {
    if (!(await setRead(tx, noticeId, by.userId, now.toISOString()))) {
      if (!(await isRecipient(tx, noticeId, by.userId))) throw notFound();
      return false;
    }
    await recordAudit(tx, now, {
      ...by,
      action: 'notification.read',
      target: { kind: 'notification', id: noticeId },
    });
    return true;
  });
  if (changed) ground.realtime.toUsers([by.userId], badgesEvent);
  return { message: say.marked };
}
