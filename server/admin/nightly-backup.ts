import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { today } from '#contract/dates.ts';
import { isBucket } from '../bucket-address.ts';
import type { Config } from '../config.ts';
import {
  type Backup,
  type BackupRepository,
  BackupsUnreachable,
} from '../platform/backup-repository.ts';
import {
  type Backups,
  openRepository,
  readBackups,
  setAside,
  type Trial,
} from '../platform/backups.ts';
import { lockDataDir, makeFolder } from '../platform/data-dir.ts';
import { CommandError, SettingError } from '../setting-error.ts';
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
async function tryOut(config: Config, backup: Backup, scratch: string): Promise<string | null> {
  try {
    await emptyFolder(scratch);
    await tryRestore(config, backup, scratch);
    return null;
  } catch (error) {
    if (error instanceof BackupsUnreachable) throw error;
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
  throw new CommandError('Set BACKUP_DIR to the folder or the bucket of the backups.');
}

/** Lists the backups in BACKUP_DIR, newest first and those dated in the future last, and the result of the last trial. */
export async function listBackups(config: Config, now = new Date()): Promise<string[]> {
  const backupDir = requireBackupDir(config);
  const repository = await openRepository(backupDir);
  const { days, future, lastTrial } = await readBackups(backupDir, now);
  const lines: string[] = [];
  for (const name of [...days, ...future]) {
    const backup = repository.open(name);
    const { made, encrypted, files } = await readManifest(backup);
    const megabytes = Math.ceil(files.reduce((sum, { size }) => sum + size, 0) / 1e6);
    const kind = `${encrypted ? ', encrypted' : ''}${days.includes(name) ? '' : ', dated in the future'}`;
    lines.push(`${made}  ${files.length} files, ${megabytes} MB${kind}  ${backup.address}`);
  }
  if (lines.length === 0) lines.push(`There is no backup in ${backupDir}.`);
  if (lastTrial) {
    const result = lastTrial.problem ?? 'it can be restored.';
    lines.push(`Tried out at ${lastTrial.at}, the backup of ${lastTrial.backup}: ${result}`);
  }
  return lines;
}

/** Makes the backup of a day, in `folder`. */
async function makeBackup(
  config: Config,
  repository: BackupRepository,
  { name, folder, before, now }: { name: string; folder: string; before: Backups; now: Date },
): Promise<Report> {
  const [earlier = null] = before.days;
  const isAnew = Boolean(before.lastTrial?.problem);
  const unfinished = join(folder, 'unfinished');
  await emptyFolder(unfinished);
  const target = await repository.start(name, unfinished, { earlier, isAnew });
  const from = earlier === null || isAnew ? null : repository.open(earlier);
  const { problems } = await writeBackup(config, target, from, now);
  await rm(unfinished, { recursive: true, force: true });
  return { lines: [`Made the backup of ${name}.`], problems };
}

/** Says how old the backup of the day is. */
async function ageOf(backup: Backup, now: Date): Promise<Report> {
  const { made } = await readManifest(backup);
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
  // For the lock, and for what isn't complete.
  const folder = isBucket(backupDir) ? join(config.dataDir, 'backup') : backupDir;
  makeFolder(folder);
  let unlock: () => void;
  try {
    unlock = lockDataDir(folder);
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    return { lines: ['Another process is making a backup.'], problems: [] };
  }
  try {
    const repository = await openRepository(backupDir);
    const lines: string[] = [];
    const problems: string[] = [];
    const name = today(now);
    const before = await readBackups(backupDir, now);
    const isThere = before.days.includes(name);
    const made = isThere
      ? await ageOf(repository.open(name), now)
      : await makeBackup(config, repository, { name, folder, before, now });
    lines.push(...made.lines);
    problems.push(...made.problems);
    lines.push(...(await setAside(repository, before.future)));
    const { days, lastTrial } = await readBackups(backupDir, now);
    const keep = retainedDays(days);
    const old = days.filter((one) => !keep.has(one));
    if (old.length > 0) {
      const failed = await repository.remove(old, now).then(() => null, messageOf);
      if (failed === null) lines.push(...old.map((one) => `Deleted the backup of ${one}.`));
      else problems.push(`Old backups couldn't be deleted: ${failed}`);
    }
    if (isTrialDue(lastTrial, now)) {
      const problem = await tryOut(config, repository.open(name), join(folder, 'trial'));
      const trial: Trial = { at: now.toISOString(), backup: name, problem };
      await repository.writeTrial(`${JSON.stringify(trial)}\n`);
      if (problem === null) lines.push(`The backup of ${name} can be restored.`);
      else problems.push(`The backup of ${name} can't be restored: ${problem}`);
    }
    return { lines, problems };
  } finally {
    unlock();
  }
}
