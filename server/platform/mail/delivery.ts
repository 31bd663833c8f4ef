import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import type { OutboxRow } from './outbox.queries.ts';
import { UndeliverableError } from './refusals.ts';

/** Hands one mail over; resolves once the other side is answerable for it. */
export type Deliver = (row: OutboxRow, signal: AbortSignal) => Promise<void>;

export interface SmtpTimes {
  /** Milliseconds until connected, until greeted, and between any two signs of life. */
  connection: number;
  greeting: number;
  silence: number;
}

const address = /^[^\s@<>()",;:\\]+@[^\s@<>()",;:\\]+$/;

/** The mail as nodemailer builds it: addresses as objects, so that none is read as a list or a header. */
function messageOf(row: OutboxRow, mailFrom: string) {
  if (!address.test(row.recipient))
    throw new UndeliverableError('The recipient is not an e-mail address.');
  return {
    from: mailFrom,
    to: { name: '', address: row.recipient },
    ...(address.test(row.reply_to) ? { replyTo: { name: '', address: row.reply_to } } : {}),
    subject: row.subject,
    text: row.body_text,
    ...(row.body_html ? { html: row.body_html } : {}),
    messageId: `<${row.message_id}>`,
    date: new Date(row.created_at),
    // Out-of-office programs leave such mail unanswered.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Sends by SMTP_URL, one connection a mail, so that a dead one is never handed on. */
export function bySmtp(
  smtpUrl: string,
  mailFrom: string,
  times: SmtpTimes = { connection: 10_000, greeting: 10_000, silence: 10_000 },
): Deliver {
  const connect = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url: smtpUrl,
      connectionTimeout: times.connection,
      greetingTimeout: times.greeting,
      socketTimeout: times.silence,
      dnsTimeout: times.connection,
      socketCloseTimeout: 1000,
    });
  };
  let transport: ReturnType<typeof connect> | undefined;
  return async (row, signal) => {
    const message = messageOf(row, mailFrom);
    transport ??= connect();
    await (await transport).sendMail({ ...message, signal });
  };
}

/** Writes each mail as `<message id>.eml`: whole or not at all, and the same file when it is sent again. */
export function byFile(folder: string, mailFrom: string): Deliver {
  return async (row) => {
    const message = messageOf(row, mailFrom);
    const { createTransport } = await import('nodemailer');
    const built = await createTransport({ streamTransport: true, buffer: true }).sendMail(message);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const target = join(folder, `${row.message_id}.eml`);
    const temporary = `${target}.part`;
    try {
      const file = await open(temporary, 'w', 0o600);
      try {
        await file.writeFile(built.message);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, target);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    const directory = await open(folder);
    await directory.sync().finally(() => directory.close());
  };
}

/** Delivery as the settings have it. */
export function openDelivery(config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>): Deliver {
  if (config.smtpUrl) return bySmtp(config.smtpUrl, config.mailFrom);
  return byFile(join(config.dataDir, 'mail'), config.mailFrom);
}
