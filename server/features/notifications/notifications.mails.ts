import { company } from '#contract/company/profile.ts';
import { notificationSettings as messages } from '#contract/messages/notifications.ts';
import { kindOf, kindTexts, type NotificationKind } from '#contract/notification-kinds.ts';
import type { UserRow } from '../../database/tables/tables.ts';
import { mailBody } from '../../platform/mail/body.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

/** The emails of a notification: one per account, which hides the other addresses. */
export function notificationMails(
  users: readonly Pick<UserRow, 'user_id' | 'user_email'>[],
  notice: { subject: string; message: string },
  publicUrl: string,
): Mail[] {
  const body = mailBody([
    notice.message,
    `Read it in the portal: ${publicUrl}/portal`,
    `${company.name} sends this to everyone with an account in its employee portal.`,
  ]);
  return users.map(({ user_id: userId, user_email: to }) => ({
    ...{ to, userId, subject: notice.subject },
    ...body,
  }));
}

interface Notice {
  kind: NotificationKind;
  message: string;
  link?: string;
}

/** The email of a notification for a person who wants its kind by mail. */
export function chosenMail({ kind, message, link = '/notifications' }: Notice, publicUrl: string) {
  const known = kindOf(kind);
  const label = known ? kindTexts(known).label : '';
  const body = mailBody([
    message,
    messages.mailOpen,
    { link: `${publicUrl}${link}` },
    messages.mailReason(label),
    { link: `${publicUrl}/notifications?settings=1` },
  ]);
  return { subject: messages.mailSubject(label), ...body };
}
