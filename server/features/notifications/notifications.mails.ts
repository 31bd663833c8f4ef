import { company } from '#contract/company/profile.ts';
import { notificationSettings as messages } from '#contract/messages/notifications.ts';
import { kindOf, kindTexts, type NotificationKind } from '#contract/notification-kinds.ts';
import { t } from '#contract/text/languages.ts';
import { ownPath } from '#contract/wire/page-languages.ts';
import type { UserRow } from '../../database/tables/tables.ts';
import { mailBody } from '../../platform/mail/body.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { inLanguage } from '../../platform/runtime/languages.ts';

/** The emails of a notification: one per account, which hides the other addresses. */
export function notificationMails(
  users: readonly Pick<UserRow, 'user_id' | 'user_email' | 'language'>[],
  notice: { subject: string; message: string },
  publicUrl: string,
): Mail[] {
  const bodyOf = () =>
    mailBody([
      notice.message,
      `${t('Read it in the portal:', 'Léalo en el portal:')} ${publicUrl}${ownPath('/portal')}`,
      t(
        `${company.name} sends this to everyone with an account in its employee portal.`,
        `${company.name} envía esto a todos los que tienen una cuenta en su portal de empleados.`,
      ),
    ]);
  const bodies = { en: inLanguage('en', bodyOf), es: inLanguage('es', bodyOf) };
  return users.map(({ user_id: userId, user_email: to, language }) => ({
    ...{ to, userId, subject: notice.subject },
    ...bodies[language ?? 'en'],
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
