import { company } from '#contract/company/profile.ts';
import { receipts as messages } from '#contract/messages/receipts.ts';
import { mailBody } from '../../platform/mail/body.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

/** A reminder; it has only the names of the files, because others may read the mailbox. */
export function reminderMail(to: string, names: readonly string[], publicUrl: string): Mail {
  const body = mailBody([
    messages.pleaseOpen(names),
    `Open the portal: ${publicUrl}/portal`,
    `${company.name} sends this because the office requested it.`,
  ]);
  return { to, subject: messages.mailSubject, ...body };
}
