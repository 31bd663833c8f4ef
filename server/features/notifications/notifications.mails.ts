import { company } from '#contract/company.ts';
import { mailBody } from '../../platform/mail/body.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

/** The emails of a notification: one per address, which hides the other addresses. */
export function notificationMails(
  addresses: readonly string[],
  notice: { subject: string; message: string },
  publicUrl: string,
): Mail[] {
  const body = mailBody([
    notice.message,
    `Read it in the portal: ${publicUrl}/portal`,
    `${company.name} sends this to everyone with an account in its employee portal.`,
  ]);
  return addresses.map((to) => ({ to, subject: notice.subject, ...body }));
}
