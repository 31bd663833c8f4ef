import { announcementsEvent } from '#contract/announcements.ts';
import { confirmation } from '#contract/messages/announcements.ts';
import { notifications as messages } from '#contract/messages/notifications.ts';
import {
  type listNotifications as listEndpoint,
  type Notification,
  sendEmail,
  sendNotification,
} from '#contract/notifications.ts';
import { badgesEvent } from '#contract/portal.ts';
import type { BodyOf } from '#contract/wire/endpoint.ts';
import type { AuthUser } from '../../platform/accounts/access.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { type FilterOf, pageOf, type ReadPage } from '../../platform/http/lists.ts';
import { conflict, notFound } from '../../platform/runtime/errors.ts';
import { type Actor, writeTransaction } from '../../platform/writes/writes.ts';
import { publishNotification, shownLink } from './notification-delivery.ts';
import { readDeliveries } from './notification-settings.service.ts';
import { notificationMails } from './notifications.mails.ts';
import {
  insertNotifications,
  insertRecipientsForAll,
  isRecipient,
  selectAddressees,
  selectNotifications,
  setAllRead,
  setConfirmed,
  setRead,
} from './notifications.queries.ts';

export { type NewNotification, notify, withdraw } from './notification-delivery.ts';
export { deleteNotificationSettings } from './notification-settings.queries.ts';
export {
  countUnconfirmedNotifications,
  countUnreadNotifications,
  deleteOfficeNotices,
} from './notifications.queries.ts';

/** A user's notifications, newest first. */
export function listNotifications(
  { db }: Pick<AppContext, 'db'>,
  { userId }: Pick<AuthUser, 'userId'>,
  { unread, all }: FilterOf<typeof listEndpoint>,
): ReadPage<Notification> {
  const unreadOnly = unread === 'true' && all !== '1';
  return async (before, limit) => {
    const found = await selectNotifications(db, { userId, unreadOnly }, before, limit);
    const notifications = found.map((row) => ({
      notification_id: row.notification_id,
      kind: row.kind,
      message: row.message,
      date: row.created_at,
      is_read: row.read_at === null ? (0 as const) : (1 as const),
      ...(row.link !== null && { link: shownLink(row.link) }),
      ...(row.must_confirm === 1 && { must_confirm: 1 as const }),
      ...(row.confirmed_at !== null && { confirmed_at: row.confirmed_at }),
    }));
    return pageOf(notifications, limit, (row) => ({ at: '', id: row.notification_id }));
  };
}

/** Sends a notification to every open account, once per Idempotency-Key. The mail to everyone is a call of its own. */
export function createNotification(
  ctx: AppContext,
  message: string,
  actor: Actor,
  key: string | undefined,
): Promise<{ message: string; notification_id: number }> {
  return writeTransaction(
    ctx,
    actor,
    async (write) => {
      const { tx, now, audit, afterCommit } = write;
      const [date, kind] = [now.toISOString(), 'announcement' as const];
      const row = { kind, message, sender_id: actor.userId, created_at: date };
      const [id = 0] = await insertNotifications(tx, [row]);
      const recipients = await insertRecipientsForAll(tx, id);
      await audit({
        action: 'notification.send',
        target: { kind: 'notification', id, label: labelOf(message) },
        detail: { recipients: recipients.length },
      });
      const event: Notification = { notification_id: id, kind, message, date, is_read: 0 };
      const deliveryOf = await readDeliveries(write, recipients);
      afterCommit(() => publishNotification(ctx, { recipients }, event, deliveryOf));
      return { message: messages.sent, notification_id: id };
    },
    { endpoint: sendNotification, key, body: { message } },
  );
}

/** Queues one mail per open account, once per Idempotency-Key; 429 after ten calls in an hour. */
export function mailAllUsers(
  ctx: AppContext,
  mail: BodyOf<typeof sendEmail>,
  actor: Actor,
  key: string | undefined,
): Promise<{ message: string }> {
  return writeTransaction(
    ctx,
    actor,
    async ({ tx, audit, afterCommit }) => {
      // Counted in here so that a replay costs nothing.
      await ctx.limits.countMail(tx, `user ${actor.userId}`);
      const users = await selectAddressees(tx);
      await ctx.mailer.enqueue(tx, notificationMails(users, mail, ctx.config.publicUrl));
      await audit({ action: 'email.send', detail: { recipients: users.length } });
      afterCommit(() => ctx.mailer.wake());
      return { message: messages.emailSent };
    },
    { endpoint: sendEmail, key, body: mail },
  );
}

/** The label of a notification in the audit log: the beginning of its message. */
export function labelOf(message: string): string {
  return [...message].slice(0, 80).join('');
}

/** Marks a notification as read by the caller alone; 404 unless it was sent to them. Repeating it changes nothing. */
export function markRead(ctx: AppContext, id: number, actor: Actor): Promise<{ message: string }> {
  return writeTransaction(ctx, actor, async ({ tx, now, audit, publish }) => {
    const read = await setRead(tx, id, actor.userId, now.toISOString());
    if (read !== undefined) {
      const target = { kind: 'notification', id, label: labelOf(read) };
      await audit({ action: 'notification.read', target });
      publish([actor.userId], badgesEvent);
    } else if (!(await isRecipient(tx, id, actor.userId))) {
      throw notFound();
    }
    return { message: messages.marked };
  });
}

/** Confirms a notification that asks for it; 404 unless it was sent to the caller. Repeating it changes nothing. */
export function confirmNotification(
  ctx: AppContext,
  id: number,
  actor: Actor,
): Promise<{ message: string }> {
  return writeTransaction(ctx, actor, async ({ tx, now, audit, publish }) => {
    const before = await setConfirmed(tx, id, actor.userId, now.toISOString());
    if (!before) throw notFound();
    if (before.must_confirm === 0) throw conflict(confirmation.notAsked);
    if (before.confirmed_at === null) {
      const target = { kind: 'notification', id, label: labelOf(before.message ?? '') };
      await audit({ action: 'notification.confirm', target });
      publish([actor.userId], badgesEvent);
      publish('admins', announcementsEvent);
    }
    return { message: confirmation.confirmed };
  });
}

/** Marks the caller's notifications as read: all, or those up to an id and among the ids. Repeating it changes nothing. */
export function markAllRead(
  ctx: AppContext,
  which: { upTo: number | undefined; ids: readonly number[] | undefined },
  actor: Actor,
): Promise<{ message: string }> {
  return writeTransaction(ctx, actor, async ({ tx, now, audit, publish }) => {
    const count = await setAllRead(tx, actor.userId, which, now.toISOString());
    if (count > 0) {
      await audit({ action: 'notification.read', detail: { count } });
      publish([actor.userId], badgesEvent);
    }
    return { message: messages.marked };
  });
}
