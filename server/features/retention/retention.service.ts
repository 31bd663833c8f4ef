import { deletions as messages } from '#contract/messages/retention.ts';
import { dayAfter, today, wallClock } from '#contract/rules/dates.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { forEach, type Task } from '../../platform/runtime/tasks.ts';
import { systemActor, writeTransaction } from '../../platform/writes/writes.ts';
import type { ClockCheck } from './clock-check.service.ts';
import {
  claimRun,
  deleteAnnouncements,
  endRun,
  insertAnnouncement,
  selectAnnouncements,
} from './retention.queries.ts';
import { countExpired, type ExpiredCount, kinds, removeExpired } from './retention-kinds.ts';
import { mailAdmins } from './retention-mails.ts';

/** The hour after which the nightly run starts, in the company's time zone. */
const startHour = 3;
const minute = 60_000;
const day = 24 * 60 * minute;
/** How long a run may take; after that, another node begins one. */
const leaseMs = 60 * minute;

/** What is deleted a day after it was announced, and nothing else. */
interface Announcement {
  /** The day on which it was announced. */
  day: string;
  at: string;
  expired: ExpiredCount[];
}

/** Announcements, the newest first, without what another value of a setting has withdrawn. */
async function readAnnouncements({
  db,
  config: { retention },
}: Pick<AppContext, 'db' | 'config'>): Promise<Announcement[]> {
  const rows = await selectAnnouncements(db);
  return rows.map((row) => {
    const { at, expired } = JSON.parse(row.value) as Omit<Announcement, 'day'>;
    const valid = expired.filter(({ setting, months }) => retention[setting] === months);
    return { day: row.day, at, expired: valid };
  });
}

/** Announces once a day what tomorrow's run deletes, to the admins by mail. */
async function announce(ctx: AppContext): Promise<void> {
  const date = today(ctx.now());
  if ((await selectAnnouncements(ctx.db)).some((one) => one.day === date)) return;
  const expired = await countExpired(ctx.db, ctx.config, new Date(ctx.now().getTime() + day));
  await writeTransaction(ctx, systemActor, async ({ tx, now, afterCommit }) => {
    const text = JSON.stringify({ at: now.toISOString(), expired });
    if (!(await insertAnnouncement(tx, date, text))) return;
    const rows = expired.flatMap(({ name, count }): [string, string][] =>
      count > 0 ? [[name, String(count)]] : [],
    );
    if (rows.length === 0) return;
    const next = dayAfter(date);
    const parts = [messages.intro(next), rows, messages.keep];
    await mailAdmins(ctx, tx, messages.subject(next), parts);
    afterCommit(() => ctx.mailer.wake());
  });
}

/** The newest announcement that is a day old. */
async function findDue(ctx: AppContext): Promise<Announcement | undefined> {
  const latest = new Date(ctx.now().getTime() - day).toISOString();
  return (await readAnnouncements(ctx)).find(({ at }) => at <= latest);
}

/** What the next run deletes, in a sentence. */
export async function describeAnnounced(ctx: Pick<AppContext, 'db' | 'config'>): Promise<string> {
  const [newest] = await readAnnouncements(ctx);
  const counts = newest?.expired.filter(({ count }) => count > 0) ?? [];
  if (!newest || counts.length === 0) return messages.none;
  const list = counts.map(({ name, count }) => `${name} (${count})`).join(', ');
  return messages.announced(dayAfter(newest.day), list);
}

/**
 * Deletes these records, in small transactions; returns the counts by kind, which the audit log also gets, even when a
 * run stops halfway.
 */
export async function deleteExpired(
  ctx: AppContext,
  expired: readonly ExpiredCount[],
  signal?: AbortSignal,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  try {
    await forEach(expired, async ({ name, before, count: max }) => {
      const kind = kinds.find((one) => one.name === name);
      if (before === null || !kind) return;
      counts[name] = 0;
      if (max === 0) return;
      const add = (count: number) => {
        counts[name] = (counts[name] ?? 0) + count;
      };
      await removeExpired(ctx, kind, { before, max }, add, signal);
    });
  } finally {
    if (Object.keys(counts).length > 0) {
      const target = { kind: 'retention', id: '', label: '' };
      await writeTransaction(ctx, systemActor, ({ audit }) =>
        audit({ action: 'retention.run', target, detail: counts }),
      );
    }
  }
  return counts;
}

/** Deletes what was announced a day ago, and announces the next; returns the counts by kind, null: nothing was due. */
export async function deleteAnnounced(
  ctx: AppContext,
  signal?: AbortSignal,
): Promise<Record<string, number> | null> {
  await announce(ctx);
  const due = await findDue(ctx);
  if (!due) return null;
  const counts = await deleteExpired(ctx, due.expired, signal);
  if (!signal?.aborted) await deleteAnnouncements(ctx.db, due.day);
  return counts;
}

/**
 * Runs once a night on all nodes together: on the first one that looks after three o'clock. A run that failed, or whose
 * node was stopped, continues on the next one that looks; that of a killed node within an hour and a quarter.
 */
export function retentionTask(
  ctx: AppContext,
  clock: Pick<ClockCheck, 'guard'>,
): Task & { close: () => void } {
  const closing = new AbortController();
  return {
    name: 'retention',
    every: 15 * minute,
    limit: leaseMs,
    run: clock.guard(async () => {
      const now = ctx.now();
      const [date = '', time = ''] = wallClock(now).split('T');
      if (Number(time.slice(0, 2)) < startHour) return;
      await announce(ctx);
      if (!(await findDue(ctx))) return;
      const claim = { day: date, now, until: new Date(now.getTime() + leaseMs) };
      if (!(await claimRun(ctx.db, claim))) return;
      let isDone = false;
      try {
        await deleteAnnounced(ctx, closing.signal);
        isDone = !closing.signal.aborted;
      } finally {
        await endRun(ctx.db, claim, isDone);
      }
    }),
    close: () => closing.abort(),
  };
}
