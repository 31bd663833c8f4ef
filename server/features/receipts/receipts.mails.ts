import { company } from '#contract/company.ts';
import { receipts as messages } from '#contract/messages/receipts.ts';
import { mailBody } from '../../platform/mail/body.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

/** The mail that reminds one person; it names the files alone, since a mailbox is read by others too. */
export function reminderMail(to: string, names: readonly string[], publicUrl: string): Mail {
  const body = mailBody([
    messages.pleaseOpen(names),
    `Open the portal: ${publicUrl}/portal`,
    `${company.name} sends this because the office has asked for it.`,
  ]);
  return { to, subject: messages.mailSubject, ...body };
}
