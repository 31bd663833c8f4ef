import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../settings/config.ts';
import { syncFolder } from '../runtime/data-dir.ts';
import type { OutboxRow } from './outbox.queries.ts';
import { UndeliverableError } from './smtp-errors.ts';

/** Delivers one mail; resolves when the mail server has accepted it. */
export type Deliver = (row: OutboxRow, signal: AbortSignal) => Promise<void>;

/** Milliseconds. */
export interface SmtpTimeouts {
  connection: number;
  greeting: number;
  idle: number;
}

const address = /^[^\s@<>()",;:\\]+@[^\s@<>()",;:\\]+$/;

/** Passes addresses as objects, so that nodemailer never parses one as a list or a header. */
function messageOf(row: OutboxRow, mailFrom: string) {
  if (!address.test(row.recipient))
    throw new UndeliverableError("The recipient isn't an email address.");
  return {
    from: mailFrom,
    to: { name: '', address: row.recipient },
    ...(address.test(row.reply_to) ? { replyTo: { name: '', address: row.reply_to } } : {}),
    subject: row.subject,
    text: row.body_text,
    ...(row.body_html ? { html: row.body_html } : {}),
    messageId: `<${row.message_id}>`,
    date: new Date(row.created_at),
    // Suppresses out-of-office replies.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

const usualTimeouts: SmtpTimeouts = { connection: 10_000, greeting: 10_000, idle: 10_000 };

async function openTransport(smtpUrl: string, timeouts: SmtpTimeouts) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url: smtpUrl,
    connectionTimeout: timeouts.connection,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.idle,
    dnsTimeout: timeouts.connection,
    socketCloseTimeout: 1000,
  });
}

/** Why the mail server would take no mail; null when it would. Sends none. */
export async function verifySmtp(smtpUrl: string): Promise<string | null> {
  const transport = await openTransport(smtpUrl, usualTimeouts);
  try {
    await transport.verify();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    transport.close();
  }
}

/** Sends by SMTP, with one connection per mail, so that a dead one is never reused. */
export function bySmtp(
  smtpUrl: string,
  mailFrom: string,
  timeouts: SmtpTimeouts = usualTimeouts,
): Deliver {
  let transport: ReturnType<typeof openTransport> | undefined;
  return async (row, signal) => {
    const message = messageOf(row, mailFrom);
    transport ??= openTransport(smtpUrl, timeouts);
    await (await transport).sendMail({ ...message, signal });
  };
}

/** Writes each mail atomically to `<message id>.eml`; a repeated mail overwrites its file. */
export function byFile(folder: string, mailFrom: string): Deliver {
  return async (row) => {
    const message = messageOf(row, mailFrom);
    const { createTransport } = await import('nodemailer');
    const built = await createTransport({ streamTransport: true, buffer: true }).sendMail(message);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const target = join(folder, `${row.message_id}.eml`);
    const temporary = `${target}.part`;
    try {
      await writeFile(temporary, built.message, { mode: 0o600, flush: true });
      await rename(temporary, target);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    await syncFolder(folder);
  };
}

/** Returns the configured delivery: SMTP, or files in DATA_DIR/mail without SMTP_URL. */
export function openDelivery(config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>): Deliver {
  if (config.smtpUrl) return bySmtp(config.smtpUrl, config.mailFrom);
  return byFile(join(config.dataDir, 'mail'), config.mailFrom);
}
