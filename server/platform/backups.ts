/** The backups in BACKUP_DIR: a folder for each day, such as 2026-11-23. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { wallClock } from '#contract/dates.ts';
import { root } from './root.ts';
import type { Task } from './tasks.ts';

/** Written last: a backup without it is incomplete. */
export const manifestFile = 'manifest.json';
const trialFile = 'last-trial.json';

/** The hour of the company's clock from which on the backup of the day is made. */
const startHour = 2;
const minute = 60_000;
const day = 24 * 60 * minute;
/** After a backup that failed. */
const pauseMs = 60 * minute;

/** The last time that a backup was tried out. */
const trial = z.object({
  at: z.string(),
  /** The day of the backup. */
  backup: z.string(),
  /** Null: it could be restored. */
  problem: z.nullable(z.string()),
});
export type Trial = z.output<typeof trial>;

export const trialPath = (backupDir: string) => join(backupDir, trialFile);

export interface Backups {
  /** Newest first. */
  days: string[];
  /** Null also when its file was cut off. */
  lastTrial: Trial | null;
}

export async function readBackups(backupDir: string): Promise<Backups> {
  const names = await readdir(backupDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  // Other folders aren't ours.
  const isBackup = (name: string) =>
    /^\d{4}-\d\d-\d\d$/.test(name) && existsSync(join(backupDir, name, manifestFile));
  const found = await readFile(trialPath(backupDir), 'utf8')
    .then(JSON.parse)
    .catch(() => null);
  const read = z.safeParse(trial, found);
  return {
    days: names.filter(isBackup).sort().reverse(),
    lastTrial: read.success ? read.data : null,
  };
}

/** The company's date and hour. */
function companyHour(now: Date): { date: string; hour: number } {
  const [date = '', time = ''] = wallClock(now).split('T');
  return { date, hour: Number(time.slice(0, 2)) };
}

/** What is wrong with the nightly backups, and what to do. */
export async function backupProblems(backupDir: string, now: Date): Promise<string[]> {
  const { days, lastTrial } = await readBackups(backupDir);
  const problems: string[] = [];
  const [newest] = days;
  const isOld = !newest || now.getTime() - Date.parse(newest) > 2 * day;
  if (isOld) {
    const found = newest ? `The newest backup is of ${newest}.` : 'There is no backup yet.';
    problems.push(`${found} Run npm run admin -- nightly-backup and read what it prints.`);
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
  let failedAt = Number.NEGATIVE_INFINITY;
  return {
    name: 'nightly backup',
    every: 10 * minute,
    limit: day,
    close: () => stop.abort(),
    run: async () => {
      const { date, hour } = companyHour(now());
      if (hour < startHour || existsSync(join(backupDir, date, manifestFile))) return;
      if (now().getTime() - failedAt < pauseMs) return;
      const program = join(root, 'server/admin.ts');
      const child = spawn(process.execPath, [program, 'nightly-backup'], {
        stdio: ['ignore', 'ignore', 'pipe'],
        signal: stop.signal,
      });
      const [ended, problems] = [once(child, 'close'), text(child.stderr)];
      if (child.pid) setPriority(child.pid, 10);
      const [code] = await ended.catch((error: unknown) => {
        if (stop.signal.aborted) return [0];
        throw error;
      });
      if (code === 0) return;
      failedAt = now().getTime();
      throw new Error((await problems).trim() || `it ended with ${code}`);
    },
  };
}
