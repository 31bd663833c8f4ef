import { company } from '#contract/company/profile.ts';
import { type NotificationKind, notificationKinds } from '#contract/notification-kinds.ts';
import { type Notification, notificationEvent } from '#contract/notifications.ts';
import { badgesEvent } from '#contract/portal.ts';
import { languages } from '#contract/text/languages.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { deleteMailsAbout } from '../../platform/mail/outbox.queries.ts';
import { inLanguage } from '../../platform/runtime/languages.ts';
import type { Write } from '../../platform/writes/writes.ts';
import { openAdmins } from '../users/users.service.ts';
import { type DeliveryOf, readDeliveries } from './notification-settings.service.ts';
import { chosenMail } from './notifications.mails.ts';
import {
  deleteRecipients,
  insertNotifications,
  insertRecipients,
  isRecipient,
  selectSpanishReaders,
} from './notifications.queries.ts';

export interface NewNotification {
  kind: NotificationKind;
  /** A function is called in the language of each recipient; English for the office. */
  message: string | (() => string);
  /** Path in the portal of the related record; what follows # is for `withdraw` alone. */
  link?: string;
  /** The sender is left out. */
  recipients: readonly number[] | 'admins';
  /** Left out of the admins. */
  except?: number | null;
  /** 1: each recipient is asked to confirm it. */
  mustConfirm?: 0 | 1;
  /** Gets through whatever the recipients chose, and wakes sleeping phones. */
  isSafety?: boolean;
  /** The caller mails it. */
  isMailed?: boolean;
}

const officeKinds: ReadonlySet<string> = new Set(
  notificationKinds.flatMap((kind) => ('isOffice' in kind ? kind.value : [])),
);

interface Addressed extends Omit<NewNotification, 'message'> {
  message: string;
  recipients: readonly number[];
  isOffice: boolean;
}

/** What follows # tells the notices of one record apart when some are taken back; no page reads it. */
export const shownLink = (link: string) => link.replace(/#.*/, '');

/** Names the admins, leaves out the sender, and notifications without anyone. */
async function address(
  { tx }: Write,
  senderId: number | null,
  notifications: readonly NewNotification[],
): Promise<Addressed[]> {
  const isToAdmins = notifications.some(({ recipients }) => recipients === 'admins');
  const admins = isToAdmins ? await openAdmins(tx) : [];
  const addressed = notifications
    .map(({ recipients, ...one }) => {
      // Also to one admin: it goes with their role.
      const isOffice = recipients === 'admins' || officeKinds.has(one.kind);
      const ids = recipients === 'admins' ? admins.filter((id) => id !== one.except) : recipients;
      return { ...one, isOffice, recipients: ids.filter((id) => id !== senderId) };
    })
    .filter(({ recipients }) => recipients.length > 0);
  const people = addressed.flatMap(({ message, isOffice, recipients }) =>
    isOffice || typeof message === 'string' ? [] : recipients,
  );
  const spanish = people.length > 0 ? await selectSpanishReaders(tx, people) : new Set<number>();
  return addressed.flatMap((one) => inLanguages(one, spanish));
}

/** One notification for the recipients of each language. */
function inLanguages(
  { message, recipients, ...one }: Omit<Addressed, 'message'> & Pick<NewNotification, 'message'>,
  spanish: ReadonlySet<number>,
): Addressed[] {
  if (typeof message === 'string') return [{ ...one, message, recipients }];
  return languages
    .map((language) => ({
      ...one,
      message: inLanguage(language, message),
      recipients: recipients.filter((id) => spanish.has(id) === (language === 'es')),
    }))
    .filter((its) => its.recipients.length > 0);
}

/**
 * Notifies users of a write: stores the notifications and the mails with it, in a few statements, and publishes after
 * the commit, as each recipient chose. `senderId` is null for a sender without an account. Returns the ids of those that
 * had recipients.
 */
export async function notify(
  ctx: AppContext,
  write: Write,
  senderId: number | null,
  notifications: readonly NewNotification[],
): Promise<number[]> {
  const { tx, now, afterCommit } = write;
  const date = now.toISOString();
  const addressed = await address(write, senderId, notifications);
  if (addressed.length === 0) return [];
  const people = new Set(addressed.flatMap(({ recipients }) => recipients));
  const deliveryOf = await readDeliveries(write, [...people]);
  const ids = await insertNotifications(
    tx,
    addressed.map(({ kind, message, link = null, mustConfirm = 0, isOffice }) => ({
      ...{ kind, message, link, must_confirm: mustConfirm, is_office: isOffice ? 1 : 0 },
      sender_id: senderId,
      created_at: date,
    })),
  );
  const numbered = addressed.map((one, index) => ({ ...one, notification_id: ids[index] ?? 0 }));
  const rows = numbered.flatMap(({ notification_id, recipients, mustConfirm = 0, ...one }) =>
    recipients.map((user_id) => ({
      ...{ notification_id, user_id, must_confirm: mustConfirm },
      read_at: deliveryOf(user_id, one).isInApp ? null : date,
    })),
  );
  await insertRecipients(tx, rows);
  await enqueueMails(ctx, write, addressed, deliveryOf);
  for (const { notification_id, kind, message, link, mustConfirm, ...one } of numbered) {
    const event = {
      ...{ notification_id, kind, message, date, is_read: 0 as const },
      ...(link && { link: shownLink(link) }),
      ...(mustConfirm && { must_confirm: mustConfirm }),
    };
    afterCommit(() => publishNotification(ctx, one, event, deliveryOf));
  }
  return ids;
}

/**
 * Withdraws what the users, by default all, were told about records that are gone or no longer theirs: notices, and
 * mails that aren't sent yet. `links` are those of the notices.
 */
export async function withdraw(
  { tx, publish }: Write,
  links: readonly string[],
  userIds?: readonly number[],
): Promise<void> {
  if (links.length === 0 || userIds?.length === 0) return;
  await deleteMailsAbout(tx, links, userIds);
  const users = await deleteRecipients(tx, links, userIds);
  if (users.length > 0) publish(users, badgesEvent);
}

async function enqueueMails(
  { mailer, config }: AppContext,
  { tx, afterCommit }: Write,
  addressed: readonly Addressed[],
  deliveryOf: DeliveryOf,
): Promise<void> {
  const mails = addressed
    .filter(({ isMailed = false }) => !isMailed)
    .flatMap(({ recipients, ...one }) =>
      recipients.flatMap((id) => {
        const { mail } = deliveryOf(id, one);
        if (!mail) return [];
        const { language, ...others } = mail;
        const texts = inLanguage(one.isOffice ? 'en' : language, () =>
          chosenMail({ ...one, ...(one.link && { link: shownLink(one.link) }) }, config.publicUrl),
        );
        return [{ ...others, ...texts, userId: id, link: one.link }];
      }),
    );
  if (mails.length === 0) return;
  await mailer.enqueue(tx, mails);
  afterCommit(() => mailer.wake());
}

/** Sends a stored notification to open pages, and as a push to users who have none open. */
export function publishNotification(
  { db, realtime, push }: Pick<AppContext, 'db' | 'realtime' | 'push'>,
  { recipients, isSafety = false }: Pick<Addressed, 'recipients' | 'isSafety'>,
  event: Notification,
  deliveryOf: DeliveryOf,
): void {
  const { kind, message, link = '/portal' } = event;
  const chosenBy = (channel: 'isInApp' | 'isPushed') =>
    recipients.filter((id) => deliveryOf(id, { kind, isSafety })[channel]);
  realtime.toUsers(chosenBy('isInApp'), notificationEvent, event);
  push.toUsers(chosenBy('isPushed'), {
    title: company.name,
    body: message,
    url: link,
    tag: `notice ${event.notification_id}`,
    urgency: isSafety ? 'high' : 'normal',
    isAlwaysSent: isSafety || kind === 'account',
    isCurrent: (userId) => isRecipient(db, event.notification_id, userId),
  });
}
