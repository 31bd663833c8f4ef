import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { today } from '#contract/rules/dates.ts';
import {
  asideSuffix,
  type Backups,
  missingFolder,
  readBackups,
  type Trial,
  trialFile,
} from '../platform/backups/backups.ts';
import { lockDataDir, syncFolder } from '../platform/runtime/data-dir.ts';
import { forEach } from '../platform/runtime/tasks.ts';
import type { Config } from '../settings/config.ts';
import { CommandError, SettingError } from '../settings/setting-error.ts';
import { writeBackup } from './backup.ts';
import { readManifest } from './manifest.ts';
import { requireDatabase } from './open.ts';
import { tryRestore } from './restore.ts';

/** How many of the newest backups are kept of each kind: the last of a day, of a week and of a month. */
const kept = { days: 7, weeks: 5, months: 12 };
const hour = 60 * 60_000;
const day = 24 * hour;
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

/** Compares the files of a backup with their hashes, and restores its records to an empty folder. Returns what is wrong. */
async function tryOut(backup: string, scratch: string): Promise<string | null> {
  try {
    await emptyFolder(scratch);
    await tryRestore(backup, scratch);
    return null;
  } catch (error) {
    return messageOf(error);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function emptyFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

/** Also after a trial that failed, or that a clock which ran ahead has dated. */
function isTrialDue(last: Trial | null, now: Date): boolean {
  const age = now.getTime() - Date.parse(last?.at ?? '');
  return last?.problem !== null || !(age >= 0 && age < trialMs);
}

interface Report {
  lines: string[];
  problems: string[];
}

function requireBackupDir({ backupDir }: Config): string {
  if (backupDir !== null) return backupDir;
  throw new CommandError('Set BACKUP_DIR to the folder of the backups.');
}

/** Lists the backups in BACKUP_DIR, newest first and those dated in the future last, and the result of the last trial. */
export async function listBackups(config: Config, now = new Date()): Promise<string[]> {
  const backupDir = requireBackupDir(config);
  const { days, future, lastTrial } = await readBackups(backupDir, now);
  const lines: string[] = [];
  for (const name of [...days, ...future]) {
    const folder = join(backupDir, name);
    const { made, files } = await readManifest(folder);
    const megabytes = Math.ceil(files.reduce((sum, { size }) => sum + size, 0) / 1e6);
    const kind = days.includes(name) ? '' : ', dated in the future';
    lines.push(`${made}  ${files.length} files, ${megabytes} MB${kind}  ${folder}`);
  }
  if (lines.length === 0) lines.push(`There is no backup in ${backupDir}.`);
  if (lastTrial) {
    const result = lastTrial.problem ?? 'it can be restored.';
    lines.push(`Tried out at ${lastTrial.at}, the backup of ${lastTrial.backup}: ${result}`);
  }
  return lines;
}

/** Makes the backup of a day. */
async function makeBackup(
  config: Config,
  backupDir: string,
  name: string,
  before: Backups,
  now: Date,
): Promise<Report> {
  const [earlier] = before.days;
  // After a trial that failed, nothing that is stored is relied on.
  const isAnew = earlier === undefined || Boolean(before.lastTrial?.problem);
  const unfinished = join(backupDir, 'unfinished');
  await emptyFolder(unfinished);
  const shared = isAnew ? null : join(backupDir, earlier);
  const { problems } = await writeBackup(config, unfinished, shared, now);
  await rename(unfinished, join(backupDir, name));
  await syncFolder(backupDir);
  return { lines: [`Made the backup of ${name}.`], problems };
}

/**
 * Gives backups that are dated in the future another name, so that they don't count once their day has come. Returns a
 * sentence for each.
 */
async function setAside(backupDir: string, names: readonly string[]): Promise<string[]> {
  const lines: string[] = [];
  for (const name of names.filter((one) => !one.endsWith(asideSuffix))) {
    const aside = name + asideSuffix;
    await rename(join(backupDir, name), join(backupDir, aside));
    lines.push(
      `The backup of ${name} is dated in the future: it is ${aside} now and doesn't count. Check the clock.`,
    );
  }
  return lines;
}

/** Says how old the backup of the day is. */
async function ageOf(folder: string, now: Date): Promise<Report> {
  const { made } = await readManifest(folder);
  const hours = Math.round((now.getTime() - Date.parse(made)) / hour);
  const line = `The backup of ${today(now)} is there already, made ${hours} h ago.`;
  const isNew = hours >= 0 && hours <= 24;
  return { lines: isNew ? [line] : [], problems: isNew ? [] : [line] };
}

/**
 * Makes the backup of the day in BACKUP_DIR unless it is there, deletes those that are not kept, and tries one out each
 * week. Files that the backup before has are not copied again.
 */
export async function nightlyBackup(config: Config, now: Date): Promise<Report> {
  const backupDir = requireBackupDir(config);
  requireDatabase(config);
  if (!existsSync(backupDir)) throw new CommandError(missingFolder(backupDir));
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
    const before = await readBackups(backupDir, now);
    const isThere = before.days.includes(name);
    const made = isThere
      ? await ageOf(join(backupDir, name), now)
      : await makeBackup(config, backupDir, name, before, now);
    lines.push(...made.lines);
    problems.push(...made.problems);
    lines.push(...(await setAside(backupDir, before.future)));
    const { days, lastTrial } = await readBackups(backupDir, now);
    const keep = retainedDays(days);
    const old = days.filter((one) => !keep.has(one));
    if (old.length > 0) {
      const remove = forEach(old, (one) => rm(join(backupDir, one), { recursive: true }));
      const failed = await remove.then(() => null, messageOf);
      if (failed === null) lines.push(...old.map((one) => `Deleted the backup of ${one}.`));
      else problems.push(`Old backups couldn't be deleted: ${failed}`);
    }
    if (isTrialDue(lastTrial, now)) {
      const problem = await tryOut(join(backupDir, name), join(backupDir, 'trial'));
      const trial: Trial = { at: now.toISOString(), backup: name, problem };
      await writeFile(join(backupDir, trialFile), `${JSON.stringify(trial)}\n`, {
        mode: 0o600,
        flush: true,
      });
      if (problem === null) lines.push(`The backup of ${name} can be restored.`);
      else problems.push(`The backup of ${name} can't be restored: ${problem}`);
    }
    return { lines, problems };
  } finally {
    unlock();
  }
}
