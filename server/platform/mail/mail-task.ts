import { setTimeout as pause } from 'node:timers/promises';
import type { Ground } from '../ground.ts';
import type { Task } from '../tasks.ts';
import { type Deliver, openDelivery } from './delivery.ts';
import {
  buryMail,
  claimMails,
  forgetSent,
  markSent,
  type OutboxRow,
  postponeMail,
} from './outbox.queries.ts';
import { judgeFailure } from './refusals.ts';

const second = 1000;
const hour = 3_600 * second;
/** Mails taken at once, and how many of them are sent side by side. */
const batch = 8;
const lanes = 4;
/** One mail takes no longer than this, however slowly the server talks; two rounds fit into a lease. */
const longestDelivery = 45 * second;
const lease = 180 * second;
/** A run takes no new batch after this, so that it ends well before it counts as stuck. */
const runBudget = 30 * second;
const mostTries = 25;
const keptDays = 30;

/** The pause after the n-th failed try: 30 s × 2^n up to 6 h, shortened by up to 30 % so that mails spread. */
export function pauseAfter(tries: number, random: () => number = Math.random): number {
  const longest = Math.min(30 * second * 2 ** (tries - 1), 6 * hour);
  return Math.round(longest * (1 - 0.3 * random()));
}

export interface MailTask extends Task {
  /** Takes no more mail, and cuts what still sends after `grace` milliseconds; what was cut is tried again. */
  close: (grace?: number) => void;
}

type MailGround = Pick<Ground, 'config' | 'db' | 'log' | 'now'>;

function secretsOf(smtpUrl: string | null): string[] {
  const url = smtpUrl ? URL.parse(smtpUrl) : null;
  if (!url?.password) return [];
  let plain = url.password;
  try {
    plain = decodeURIComponent(url.password);
  } catch {}
  return [url.password, plain, Buffer.from(plain).toString('base64')];
}

/** The task that sends what is queued: each mail at least once, and once unless the process dies right after sending. */
export function mailTask(
  ground: MailGround,
  deliver: Deliver = openDelivery(ground.config),
  deliveryLimit = longestDelivery,
): MailTask {
  const { db, log, now } = ground;
  const secrets = secretsOf(ground.config.smtpUrl);
  const cut = new AbortController();
  let closed = false;
  let forgotten = 0;
  const later = (milliseconds: number) => new Date(now().getTime() + milliseconds).toISOString();

  async function noteSent(row: OutboxRow): Promise<void> {
    // The mail is out: a database that is away for a moment must not have it sent again.
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await markSent(db, row.id, now().toISOString());
      } catch (error) {
        if (attempt === 5 || closed) throw error;
        await pause(attempt * second);
      }
    }
  }

  /** Whether the server answered for itself; false: the others of this run would fare no better. */
  async function send(row: OutboxRow): Promise<boolean> {
    try {
      await deliver(row, AbortSignal.any([cut.signal, AbortSignal.timeout(deliveryLimit)]));
    } catch (error) {
      const failure = judgeFailure(error, secrets);
      const last = failure.permanent || row.tries >= mostTries;
      if (last) await buryMail(db, row, now().toISOString(), failure.text);
      else await postponeMail(db, row, later(pauseAfter(row.tries)), failure.text);
      const known = { mail: row.message_id, tries: row.tries, code: failure.code };
      if (last) log.error(known, 'mail cannot be delivered');
      else log.warn(known, 'mail is tried again later');
      return !failure.server;
    }
    await noteSent(row);
    return true;
  }

  async function sendAll(rows: OutboxRow[]): Promise<boolean> {
    const waiting = [...rows];
    let answers = true;
    const errors: unknown[] = [];
    const lane = async () => {
      for (let row = waiting.shift(); row; row = waiting.shift()) {
        try {
          answers = (await send(row)) && answers;
        } catch (error) {
          errors.push(error);
        }
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    // The lease of such a row runs out, and it is tried again then.
    if (errors.length > 0) throw errors[0];
    return answers;
  }

  return {
    name: 'mail',
    every: 2 * second,
    limit: 150 * second,
    async run() {
      const started = performance.now();
      while (!closed && performance.now() - started < runBudget) {
        const rows = await claimMails(db, now().toISOString(), later(lease), batch);
        if (rows.length === 0 || !(await sendAll(rows))) break;
      }
      if (!closed && now().getTime() - forgotten > hour) {
        forgotten = now().getTime();
        await forgetSent(db, later(-keptDays * 24 * hour));
      }
    },
    close(grace = 2 * second) {
      closed = true;
      setTimeout(() => cut.abort(), grace).unref();
    },
  };
}
