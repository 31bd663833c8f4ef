import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isBusy } from '../../database/errors.ts';
import { rejectIf, SettingError } from '../../settings/setting-error.ts';

/** Creates a folder that a setting or a person names, with those above it. Node's `recursive` never ends in /proc. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
  syncFolderNow(dirname(folder));
}

/** Creates the data folder, readable by its owner alone. */
export function prepareDataDir(dataDir: string): void {
  try {
    makeFolder(dataDir);
    // Other programs need / and /tmp as they are.
    rejectIf(
      /^\/(tmp|var\/tmp)?$/.test(dataDir),
      `DATA_DIR must be a folder of its own, which only the server uses, not ${dataDir}.`,
    );
    chmodSync(dataDir, 0o700);
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    if (error instanceof SettingError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new SettingError(
      `DATA_DIR ${dataDir} can't be used (${code}): choose a folder that the server's user owns.`,
    );
  }
}

/**
 * Locks the data folder for this process and returns the unlock function. Throws a SettingError with the
 * holder's pid when another process has the lock. SQLite holds the lock on its own file, so the operating
 * system releases it however the process ends.
 */
export function lockDataDir(dataDir: string): () => void {
  const pidFile = join(dataDir, 'serving.pid');
  const lock = new DatabaseSync(join(dataDir, 'serving.lock'), { timeout: 0 });
  try {
    // Without a journal file the lock needs no space on the disk.
    lock.exec('pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    const pid = existsSync(pidFile) ? readFileSync(pidFile, 'utf8').trim() : '';
    const holder = pid === '' ? 'another process' : `process ${pid}`;
    throw new SettingError(
      `DATA_DIR ${dataDir} is in use by ${holder}. Stop it first, or set another DATA_DIR.`,
    );
  }
  try {
    writeFileSync(pidFile, String(process.pid), { mode: 0o600 });
  } catch (error) {
    // Only the message above needs the file.
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
  return () => lock.close();
}

/** Returns the token secret: the given one, otherwise one that is generated once in the data folder. */
export function tokenSecret(given: string | null, dataDir: string): string {
  return given ?? generatedSecret(dataDir, 'token-secret');
}

/** Returns the secret of that name in the data folder (256 random bits, base64url); generates it when missing. */
export function generatedSecret(dataDir: string, name: string): string {
  const file = join(dataDir, name);
  if (!existsSync(file)) {
    // Write, sync and rename, so that a power failure never leaves half a secret.
    const unfinished = `${file}.new`;
    const secret = randomBytes(32).toString('base64url');
    writeFileSync(unfinished, secret, { mode: 0o600, flush: true });
    renameSync(unfinished, file);
    syncFolderNow(dataDir);
  }
  return readFileSync(file, 'utf8').trim();
}

function syncFolderNow(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/** Makes the folder's entries durable: a rename into it survives a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Returns the folder of unfinished uploads; on the disk of the stored files, so that storing one is a rename. */
export function temporaryFolder(dataDir: string): string {
  return join(dataDir, 'tmp');
}

/** Creates the folder of unfinished uploads, or deletes what a crashed process left in it. */
export async function emptyTemporaryFolder(dataDir: string): Promise<void> {
  const folder = temporaryFolder(dataDir);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
}
