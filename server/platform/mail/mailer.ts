import { randomUUID } from 'node:crypto';
import type { Config } from '../../config.ts';
import type { Db } from '../../database/open.ts';
import { countVisitorMail, insertMails } from './outbox.queries.ts';

export interface Mail {
  to: string;
  replyTo?: string;
  subject: string;
  text: string;
  html?: string;
}

/** Outgoing mail: queued in the transaction of the write, sent after the commit, with retries. */
export interface Mailer {
  /**
   * Queues a mail to an address that a visitor entered, at most five a day and address. The address may be someone
   * else's, so the mail must not repeat what the visitor typed.
   */
  enqueueToVisitor(tx: Db, mail: Mail): Promise<void>;
  /** Queues mails in the caller's transaction. */
  enqueue(tx: Db, mails: readonly Mail[]): Promise<void>;
  /** Starts sending; call after the commit. */
  wake(): void;
}

/** As many as one address may send forms in an hour. */
const maxVisitorMails = 5;

/** Returns the domain of MAIL_FROM, used in every Message-ID. */
function domainOf(mailFrom: string): string {
  const domain =
    mailFrom
      .replace(/^.*<(.+)>\s*$/s, '$1')
      .split('@')
      .at(-1) ?? '';
  return domain.toLowerCase().replace(/[^a-z0-9.-]/g, '') || 'localhost';
}

/** Removes control characters: a line break in a header would start another header. */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** The address as it is counted: without case, and without the tag of `name+tag@example.com`. */
function countedAddress(address: string): string {
  return oneLine(address)
    .toLowerCase()
    .replace(/\+.*(?=@)/, '');
}

/** Queues mails for `mailTask`; `wake` runs that task. */
export function openMailer(
  config: Pick<Config, 'mailFrom' | 'rateLimits'>,
  now: () => Date,
  wake: () => void,
): Mailer {
  const domain = domainOf(config.mailFrom);
  const mailer: Mailer = {
    async enqueueToVisitor(tx, mail) {
      const day = now().toISOString().slice(0, 10);
      const recipient = countedAddress(mail.to);
      const isAllowed =
        !config.rateLimits || (await countVisitorMail(tx, { recipient, day }, maxVisitorMails));
      if (isAllowed) await mailer.enqueue(tx, [mail]);
    },
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
    wake,
  };
  return mailer;
}
