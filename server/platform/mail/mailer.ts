import { randomUUID } from 'node:crypto';
import type { Config } from '../../config.ts';
import { insertMails } from './outbox.queries.ts';
import type { Mailer } from './outbox.ts';

/** The domain of MAIL_FROM, also the one of every Message-ID. */
function domainOf(mailFrom: string): string {
  const domain =
    mailFrom
      .replace(/^.*<(.+)>\s*$/s, '$1')
      .split('@')
      .at(-1) ?? '';
  return domain.toLowerCase().replace(/[^a-z0-9.-]/g, '') || 'localhost';
}

/** One line without controls: a line break in a header would start another one. */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** Queues mails; what `mailTask` sends. `nudge` wakes that task. */
export function openMailer(
  config: Pick<Config, 'mailFrom'>,
  now: () => Date,
  nudge: () => void,
): Mailer {
  const domain = domainOf(config.mailFrom);
  return {
    async enqueue(tx, mails) {
      const rows = mails.map((mail) => ({
        message_id: `${randomUUID()}@${domain}`,
        recipient: oneLine(mail.to),
        reply_to: oneLine(mail.replyTo ?? ''),
        subject: oneLine(mail.subject),
        body_text: mail.text,
        body_html: mail.html ?? '',
      }));
      await insertMails(tx, now().toISOString(), rows);
    },
    nudge,
  };
}
