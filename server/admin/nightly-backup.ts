import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { today } from '#contract/dates.ts';
import { CommandError, type Config, SettingError } from '../config.ts';
import { readBackups, type Trial, trialPath } from '../platform/backups.ts';
import { lockDataDir, syncFolder } from '../platform/data-dir.ts';
import { backup } from './backup.ts';
import { tryRestore } from './restore.ts';

/** How many of the newest backups are kept of each kind: the last of a day, of a week and of a month. */
const kept = { days: 7, weeks: 5, months: 12 };
const day = 24 * 60 * 60_000;
/** Between two trials. */
const trialMs = 7 * day;

/** The Monday of the week of a date. */
function weekOf(date: string): string {
  const time = Date.parse(date);
  const weekday = (new Date(time).getUTCDay() + 6) % 7;
  return new Date(time - weekday * day).toISOString().slice(0, 10);
}

/** The days whose backups are kept, given all days, newest first. */
export function retainedDays(days: readonly string[]): Set<string> {
  const newestOf = (period: (date: string) => string, count: number) => {
    const newest = new Map<string, string>();
    for (const date of days) if (!newest.has(period(date))) newest.set(period(date), date);
    return [...newest.values()].slice(0, count);
  };
  return new Set([
    ...days.slice(0, kept.days),
    ...newestOf(weekOf, kept.weeks),
    ...newestOf((date) => date.slice(0, 7), kept.months),
  ]);
}

/** Compares the files of a backup with their hashes, and restores its records to a temporary folder. */
async function tryOut(
  config: Config,
  backupDir: string,
  name: string,
  now: Date,
): Promise<string | null> {
  const scratch = join(backupDir, 'trial');
  await rm(scratch, { recursive: true, force: true });
  await mkdir(scratch, { mode: 0o700 });
  let problem: string | null = null;
  try {
    await tryRestore(config, join(backupDir, name), scratch);
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  const trial: Trial = { at: now.toISOString(), backup: name, problem };
  await writeFile(trialPath(backupDir), `${JSON.stringify(trial)}\n`, { mode: 0o600, flush: true });
  return problem;
}

/**
 * Makes the backup of the day in BACKUP_DIR unless it is there, deletes those that are not kept, and tries one out each
 * week. Files that the backup before has are not copied again.
 */
export async function nightlyBackup(
  config: Config,
  now = new Date(),
): Promise<{ lines: string[]; problems: string[] }> {
  const { backupDir } = config;
  if (backupDir === null) throw new CommandError('Set BACKUP_DIR to the folder of the backups.');
  await mkdir(backupDir, { recursive: true, mode: 0o700 });
  let unlock: () => void;
  try {
    unlock = lockDataDir(backupDir);
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    return { lines: ['Another process is making a backup.'], problems: [] };
  }
  try {
    const lines: string[] = [];
    const problems: string[] = [];
    const name = today(now);
    const before = await readBackups(backupDir);
    if (!before.days.includes(name)) {
      const [previous] = before.lastTrial?.problem ? [] : before.days;
      const like = previous ? join(backupDir, previous) : null;
      const unfinished = join(backupDir, 'unfinished');
      await rm(unfinished, { recursive: true, force: true });
      const made = await backup(config, unfinished, now, like);
      await rename(unfinished, join(backupDir, name));
      await syncFolder(backupDir);
      problems.push(...made.problems);
    }
    lines.push(`The backup of ${name} is there.`);
    const { days, lastTrial } = await readBackups(backupDir);
    const keep = retainedDays(days);
    for (const old of days.filter((one) => !keep.has(one))) {
      await rm(join(backupDir, old), { recursive: true });
      lines.push(`Deleted the backup of ${old}.`);
    }
    const isDue = !lastTrial || now.getTime() - Date.parse(lastTrial.at) >= trialMs;
    if (isDue || lastTrial.problem) {
      const problem = await tryOut(config, backupDir, name, now);
      if (problem === null) lines.push(`The backup of ${name} can be restored.`);
      else problems.push(`The backup of ${name} can't be restored: ${problem}`);
    }
    return { lines, problems };
  } finally {
    unlock();
  }
}
