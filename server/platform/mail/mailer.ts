import { randomUUID } from 'node:crypto';
import { accountKey } from '#contract/text/text-fold.ts';
import type { Db } from '../../database/open.ts';
import type { Config } from '../../settings/config.ts';
import type { Tokens } from '../accounts/tokens.ts';
import type { CountedForm } from '../limits/limits.ts';
import { encryptText } from './mail-text.ts';
import { countVisitorMail, insertMails } from './outbox.queries.ts';

export interface Mail {
  to: string;
  replyTo?: string;
  subject: string;
  text: string;
  html?: string;
  /** The mail has a one-time link: its text is stored encrypted, and deleted once it is sent or undeliverable. */
  hasSecret?: boolean;
  /** The account it is for: it goes to its address at that time, and nowhere once the account is closed. */
  userId?: number;
  /** Path in the portal of the related record; the mail is deleted with the notices of that record. */
  link?: string | undefined;
  /** When to send it; by default at once. */
  sendAt?: Date;
  /** What it says of a record: it is stopped, or not sent, once that no longer holds. */
  reason?: MailReason;
}

export interface MailReason {
  /** One of the kinds that `MailReasons` knows. */
  kind: string;
  id: number;
}

/** Asked when a mail of that kind is sent: whether it still holds for the record and this recipient. */
export type MailReasons = Readonly<
  Record<string, (db: Db, about: { id: number; recipient: string; now: Date }) => Promise<boolean>>
>;

/** Outgoing mail: queued in the transaction of the write, sent after the commit, with retries. */
export interface Mailer {
  /**
   * Queues a mail to an address that a visitor entered with a form that was counted, at most five a day and address,
   * and none in a flood. The address may be someone else's, so the mail must not repeat what the visitor typed.
   * Returns whether it was queued.
   */
  enqueueToVisitor(tx: Db, mail: Mail, form: CountedForm): Promise<boolean>;
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
  return accountKey(oneLine(address)).replace(/\+.*(?=@)/, '');
}

/** Queues mails for `mailTask`; `wake` runs that task. */
export function openMailer(
  config: Pick<Config, 'mailFrom' | 'rateLimits'>,
  tokens: Tokens,
  now: () => Date,
  wake: () => void,
): Mailer {
  const domain = domainOf(config.mailFrom);
  const mailer: Mailer = {
    async enqueueToVisitor(tx, mail, { isFlood }) {
      // Who floods a form must not mail others through us.
      if (isFlood) return false;
      const day = now().toISOString().slice(0, 10);
      const recipient = countedAddress(mail.to);
      const isAllowed =
        !config.rateLimits || (await countVisitorMail(tx, { recipient, day }, maxVisitorMails));
      if (isAllowed) await mailer.enqueue(tx, [mail]);
      return isAllowed;
    },
    async enqueue(tx, mails) {
      const rows = mails.map(({ text, html = '', sendAt = now(), ...mail }) => {
        const at = sendAt.toISOString();
        const message_id = `${randomUUID()}@${domain}`;
        return {
          message_id,
          recipient: oneLine(mail.to),
          reply_to: oneLine(mail.replyTo ?? ''),
          subject: oneLine(mail.subject),
          user_id: mail.userId ?? null,
          link: mail.link ?? null,
          reason: mail.reason?.kind ?? null,
          reason_id: mail.reason?.id ?? null,
          created_at: at,
          next_try_at: at,
          ...(mail.hasSecret
            ? {
                has_secret: 1 as const,
                body_text: '',
                body_html: '',
                encrypted_body: encryptText(tokens, message_id, { text, html }),
              }
            : { has_secret: 0 as const, body_text: text, body_html: html, encrypted_body: null }),
        };
      });
      await insertMails(tx, rows);
    },
    wake,
  };
  return mailer;
}
