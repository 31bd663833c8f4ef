import { deletions as messages } from '#contract/messages/retention.ts';
import { dayAfter, today, wallClock } from '#contract/rules/dates.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { forEach, type Task } from '../../platform/runtime/tasks.ts';
import { systemActor, writeTransaction } from '../../platform/writes/writes.ts';
import type { ClockCheck } from './clock-check.service.ts';
import {
  deleteAnnouncements,
  insertAnnouncement,
  selectAnnouncements,
} from './retention.queries.ts';
import { countExpired, type ExpiredCount, kinds, removeExpired } from './retention-kinds.ts';
import { mailAdmins } from './retention-mails.ts';

/** The hour after which the nightly run starts, in the company's time zone. */
const startHour = 3;
const minute = 60_000;
const day = 24 * 60 * minute;

/** What is deleted a day after it was announced, and nothing else. */
interface Announcement {
  /** The day on which it was announced. */
  day: string;
  at: string;
  expired: ExpiredCount[];
}

const textOf = ({ at, expired }: Omit<Announcement, 'day'>) => JSON.stringify({ at, expired });

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
    const announcement = textOf({ at: now.toISOString(), expired });
    if (!(await insertAnnouncement(tx, date, announcement))) return;
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

/**
 * Deletes what was announced a day ago, and announces the next; returns the counts by kind, null: nothing was due. Who
 * takes the announcement deletes, so each is carried out once on all nodes. It is put back after a failure or a stop;
 * what a killed process leaves is announced anew.
 */
export async function deleteAnnounced(
  ctx: AppContext,
  signal?: AbortSignal,
): Promise<Record<string, number> | null> {
  await announce(ctx);
  const due = await findDue(ctx);
  if (!due || !(await deleteAnnouncements(ctx.db, due.day))) return null;
  let isDone = false;
  try {
    const counts = await deleteExpired(ctx, due.expired, signal);
    isDone = !signal?.aborted;
    return counts;
  } finally {
    if (!isDone) await insertAnnouncement(ctx.db, due.day, textOf(due));
  }
}

/** Runs each night on the first node that looks after three o'clock. */
export function retentionTask(
  ctx: AppContext,
  clock: Pick<ClockCheck, 'guard'>,
): Task & { close: () => void } {
  const closing = new AbortController();
  return {
    name: 'retention',
    every: 15 * minute,
    limit: 60 * minute,
    run: clock.guard(async () => {
      const hour = Number(wallClock(ctx.now()).slice(11, 13));
      if (hour >= startHour) await deleteAnnounced(ctx, closing.signal);
    }),
    close: () => closing.abort(),
  };
}
