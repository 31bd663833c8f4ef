/** The backups in BACKUP_DIR: a folder for each day, such as 2026-11-23. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { today, wallClock } from '#contract/rules/dates.ts';
import { root } from '../runtime/root.ts';
import type { Task } from '../runtime/tasks.ts';

/** Written last: a backup without it is incomplete. */
export const manifestFile = 'manifest.json';
/** In BACKUP_DIR. */
export const trialFile = 'last-trial.json';

/** The hour of the company's clock from which on the backup of the day is made. */
const startHour = 2;
/** How long after it the backup of the day may come. */
const graceHours = 6;
const minute = 60_000;
const day = 24 * 60 * minute;

/** The last time that a backup was tried out. */
const trial = z.object({
  at: z.string(),
  /** The day of the backup. */
  backup: z.string(),
  /** Null: it could be restored. */
  problem: z.nullable(z.string()),
});
export type Trial = z.output<typeof trial>;

export interface Backups {
  /** Newest first. */
  days: string[];
  /** Names of backups that a clock that ran ahead has made. None is new, and none is deleted. */
  future: string[];
  /** Null also when its file was cut off. */
  lastTrial: Trial | null;
}

/** Of a backup that was set aside: nothing but a person deletes it. */
export const asideSuffix = '-dated-in-the-future';

export async function readBackups(backupDir: string, now: Date): Promise<Backups> {
  const [names, lastTrial] = await Promise.all([
    readdir(backupDir).catch(nullIfMissing),
    readFile(join(backupDir, trialFile), 'utf8').catch(nullIfMissing),
  ]);
  // Other folders aren't ours.
  const own = (names ?? []).filter(
    (name) =>
      /^\d{4}-\d\d-\d\d(-dated-in-the-future)?$/.test(name) &&
      existsSync(join(backupDir, name, manifestFile)),
  );
  const isFuture = (name: string) => name.endsWith(asideSuffix) || name > today(now);
  const read = z.safeParse(trial, parsedOrNull(lastTrial));
  return {
    days: own
      .filter((name) => !isFuture(name))
      .sort()
      .reverse(),
    future: own.filter(isFuture).sort(),
    lastTrial: read.success ? read.data : null,
  };
}

/** For `catch`: of a file or a folder that isn't there. */
export function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}

function parsedOrNull(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

/** The company's date and hour. */
function companyHour(now: Date): { date: string; hour: number } {
  const [date = '', time = ''] = wallClock(now).split('T');
  return { date, hour: Number(time.slice(0, 2)) };
}

/** Nothing creates the folder: beside a disk that isn't mounted, it would be on the wrong one. */
export const missingFolder = (backupDir: string) =>
  `BACKUP_DIR ${backupDir} isn't there. Mount its disk, or create the folder for the server's user.`;

/** What is wrong with the nightly backups, and what to do. */
export async function backupProblems(backupDir: string, now: Date): Promise<string[]> {
  if (!existsSync(backupDir)) return [missingFolder(backupDir)];
  const { days, future, lastTrial } = await readBackups(backupDir, now);
  const problems: string[] = [];
  const [newest] = days;
  // The backup of the day needs its time.
  const expected = companyHour(
    new Date(now.getTime() - (startHour + graceHours) * 60 * minute),
  ).date;
  if (!newest || newest < expected) {
    const found = newest
      ? `The newest backup is of ${newest}, more than a day old.`
      : 'There is no backup yet. If BACKUP_DIR is a disk of its own, check that it is mounted.';
    problems.push(`${found} Run npm run admin -- nightly-backup and read what it prints.`);
  }
  const unexpected = future.filter((name) => !name.endsWith(asideSuffix));
  if (unexpected.length > 0) {
    problems.push(
      `Dated in the future: the backup of ${unexpected.join(', ')}. Check the clock; the next backup sets it aside.`,
    );
  }
  if (lastTrial?.problem) {
    problems.push(
      `The backup of ${lastTrial.backup} can't be restored: ${lastTrial.problem} Check the disk of ${backupDir}; the next backup copies every file again.`,
    );
  }
  return problems;
}

/** Makes the backup of the day in a process of its own, so that requests don't wait for it. Stopped, it starts again. */
export function nightlyBackupTask(
  backupDir: string,
  now: () => Date,
): Task & { close: () => void } {
  const stop = new AbortController();
  return {
    name: 'nightly backup',
    every: 10 * minute,
    retryAfter: 60 * minute,
    limit: day,
    close: () => stop.abort(),
    run: async () => {
      const { date, hour } = companyHour(now());
      if (hour < startHour) return;
      if (!(await readBackups(backupDir, now())).days.includes(date)) await runCommand(stop.signal);
    },
  };
}

async function runCommand(signal: AbortSignal): Promise<void> {
  const program = join(root, 'server/admin.ts');
  const child = spawn(process.execPath, [program, 'nightly-backup'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  });
  const [ended, problems] = [once(child, 'close'), text(child.stderr)];
  if (child.pid) setPriority(child.pid, 10);
  const [code] = await ended.catch((error: unknown) => {
    if (signal.aborted) return [0];
    throw error;
  });
  if (code !== 0) throw new Error((await problems).trim() || `it ended with ${code}`);
}
