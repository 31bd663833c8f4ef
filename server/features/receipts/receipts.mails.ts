import { company } from '#contract/company/profile.ts';
import { receipts as messages } from '#contract/messages/receipts.ts';
import { t } from '#contract/text/languages.ts';
import { ownPath } from '#contract/wire/page-languages.ts';
import { mailBody } from '../../platform/mail/body.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

/** A reminder; it has only the names of the files, because others may read the mailbox. */
export function reminderMail(to: string, names: readonly string[], publicUrl: string): Mail {
  const body = mailBody([
    messages.pleaseOpen(names),
    `${t('Open the portal:', 'Abra el portal:')} ${publicUrl}${ownPath('/portal')}`,
    t(
      `${company.name} sends this because the office requested it.`,
      `${company.name} envía esto porque la oficina lo pidió.`,
    ),
  ]);
  return { to, subject: messages.mailSubject, ...body };
}
