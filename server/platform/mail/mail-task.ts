import { setTimeout as pause } from 'node:timers/promises';
import type { AppContext } from '../app-context.ts';
import type { Task } from '../runtime/tasks.ts';
import { type Deliver, openDelivery } from './delivery.ts';
import { textOf } from './mail-text.ts';
import type { MailReasons } from './mailer.ts';
import {
  claimMails,
  deadLetterMail,
  deleteMail,
  deleteSentMails,
  deleteVisitorMailCounts,
  findRecipient,
  markSent,
  type OutboxRow,
  postponeMail,
} from './outbox.queries.ts';
import { classifyError } from './smtp-errors.ts';

const second = 1000;
const hour = 3_600 * second;
const batchSize = 8;
const concurrency = 4;
/** Timeout per mail; two rounds fit into a lease. */
const maxDeliveryMs = 45 * second;
const leaseMs = 180 * second;
/** A run claims no new batch after this, so that it ends before it counts as stuck. */
const runBudgetMs = 30 * second;
const maxTries = 25;
const retentionDays = 30;

/** Returns the pause (ms) after the n-th failed try: 30 s × 2^(n-1) up to 6 h, minus up to 30 % of jitter. */
export function pauseAfter(tries: number, random: () => number = Math.random): number {
  const max = Math.min(30 * second * 2 ** (tries - 1), 6 * hour);
  return Math.round(max * (1 - 0.3 * random()));
}

export interface MailTask extends Task {
  /** Claims no more mail and aborts deliveries after `grace` milliseconds; aborted mails are retried. */
  close: (grace?: number) => void;
}

type MailContext = Pick<AppContext, 'config' | 'db' | 'log' | 'now' | 'tokens'> & {
  telemetry?: AppContext['telemetry'];
  /** Called after the last failed try of a mail. */
  onGivenUp?: () => void;
  /** Without them every mail is sent. */
  reasons?: MailReasons;
};

function secretsOf(smtpUrl: string | null): string[] {
  const url = smtpUrl ? URL.parse(smtpUrl) : null;
  if (!url?.password) return [];
  let plain = url.password;
  try {
    plain = decodeURIComponent(url.password);
  } catch {}
  return [url.password, plain, Buffer.from(plain).toString('base64')];
}

/** Deletes mails sent over a month ago, and the counts of mails to visitors of earlier days. */
export async function sweepMails({ db, now }: Pick<MailContext, 'db' | 'now'>): Promise<void> {
  const ago = (days: number) => new Date(now().getTime() - days * 24 * hour).toISOString();
  await deleteSentMails(db, ago(retentionDays));
  await deleteVisitorMailCounts(db, ago(1).slice(0, 10));
}

/** Sends queued mails: each at least once, and twice only if the process dies right after sending. */
export function mailTask(
  ctx: MailContext,
  deliver: Deliver = openDelivery(ctx.config),
  deliveryLimit = maxDeliveryMs,
): MailTask {
  const { db, log, now } = ctx;
  const secrets = secretsOf(ctx.config.smtpUrl);
  const shutdown = new AbortController();
  let closed = false;
  const later = (milliseconds: number) => new Date(now().getTime() + milliseconds).toISOString();

  async function recordSent(row: OutboxRow): Promise<void> {
    // Retries, so that a short database outage does not send the mail twice.
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await markSent(db, row, now().toISOString());
      } catch (error) {
        if (attempt === 5 || closed) throw error;
        await pause(attempt * second);
      }
    }
  }

  /** Whether what the mail says still holds; one without a reason says nothing of a record. */
  async function holds({ reason, reason_id: id }: OutboxRow, recipient: string): Promise<boolean> {
    const ask = reason === null ? undefined : ctx.reasons?.[reason];
    return !ask || id === null || ask(db, { id, recipient, now: now() });
  }

  /** Returns false when the mail server is at fault, so that other mails would fail, too. */
  async function send(claimed: OutboxRow): Promise<boolean> {
    const recipient = await findRecipient(db, claimed);
    if (recipient === null || !(await holds(claimed, recipient))) {
      log.info({ mail: claimed.message_id }, 'mail stopped: nobody gets it, or it no longer holds');
      await deleteMail(db, claimed.id);
      return true;
    }
    const row = { ...claimed, recipient };
    try {
      const { text: body_text, html: body_html } = textOf(ctx.tokens, row);
      const signal = AbortSignal.any([shutdown.signal, AbortSignal.timeout(deliveryLimit)]);
      const work = () => deliver({ ...row, body_text, body_html }, signal);
      await (ctx.telemetry ? ctx.telemetry.time('mail', 'send', work) : work());
    } catch (error) {
      const failure = classifyError(error, secrets, row.has_secret === 1);
      const isLast = failure.permanent || row.tries >= maxTries;
      if (isLast) await deadLetterMail(db, row, now().toISOString(), failure.text);
      else await postponeMail(db, row, later(pauseAfter(row.tries)), failure.text);
      const line = { mail: row.message_id, tries: row.tries, code: failure.code };
      if (isLast) ctx.onGivenUp?.();
      if (isLast) log.error(line, 'mail undeliverable');
      else log.warn(line, 'mail delivery failed, will retry');
      return !failure.server;
    }
    await recordSent(row);
    return true;
  }

  async function sendAll(rows: OutboxRow[]): Promise<boolean> {
    const waiting = [...rows];
    let isServerUp = true;
    const errors: unknown[] = [];
    const sendNext = async () => {
      for (let row = waiting.shift(); row; row = waiting.shift()) {
        try {
          isServerUp = (await send(row)) && isServerUp;
        } catch (error) {
          errors.push(error);
        }
      }
    };
    await Promise.all(Array.from({ length: concurrency }, sendNext));
    // These mails are retried when their lease expires.
    if (errors.length > 0) throw errors[0];
    return isServerUp;
  }

  return {
    name: 'mail',
    every: 2 * second,
    limit: 150 * second,
    async run() {
      const started = performance.now();
      while (!closed && performance.now() - started < runBudgetMs) {
        const rows = await claimMails(db, now().toISOString(), later(leaseMs), batchSize);
        if (rows.length === 0 || !(await sendAll(rows))) break;
      }
    },
    close(grace = 2 * second) {
      closed = true;
      setTimeout(() => shutdown.abort(), grace).unref();
    },
  };
}
