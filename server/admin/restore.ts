import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { copyRows } from '../database/copy-rows.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open.ts';
import { isMarked, markUnfinished, unmark } from '../database/unfinished-copy.ts';
import { indexMessages } from '../features/chat/chat-search.ts';
import {
  lockDataDir,
  prepareDataDir,
  syncFolder,
  temporaryFolder,
} from '../platform/runtime/data-dir.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import type { Config } from '../settings/config.ts';
import { CommandError } from '../settings/setting-error.ts';
import { findPageDamage } from './admin.queries.ts';
import {
  copyStream,
  databaseFile,
  type Entry,
  forEach,
  keyOf,
  type Manifest,
  verifyBackup,
} from './manifest.ts';

/** A lock, or a mark that isn't written yet. */
const isNoData = /^(serving\.(lock|pid)|unfinished\.json\.new$)/;

async function assertEmpty(dataDir: string): Promise<void> {
  const found = (await readdir(dataDir)).filter((name) => !isNoData.test(name));
  if (found.length > 0) {
    throw new CommandError(
      `DATA_DIR ${dataDir} is not empty. Move it away, or restore to another DATA_DIR.`,
    );
  }
}

async function copy(folder: string, { path, sha256 }: Entry, to: string): Promise<void> {
  const copied = await copyStream(createReadStream(join(folder, path)), to);
  if (copied.sha256 !== sha256) throw new CommandError(`${path} changed while it was read.`);
}

async function restoreFiles(config: Config, folder: string, manifest: Manifest): Promise<void> {
  const storage = await openStorage(config);
  const temporary = temporaryFolder(config.dataDir);
  await mkdir(temporary, { recursive: true, mode: 0o700 });
  const files = manifest.files.filter(({ path }) => path !== databaseFile);
  await forEach(files, async (entry) => {
    const file = join(temporary, randomUUID());
    await copy(folder, entry, file);
    await storage.put(keyOf(entry.path), file, entry.mediaType);
  });
  const file = await restoreRecords(folder, manifest, temporary);
  // Last, and renamed only when it is intact.
  if (config.databaseUrl) {
    await restoreToPostgres(temporary, config);
    await rm(file);
  } else await rename(file, join(config.dataDir, databaseFile));
  await syncFolder(config.dataDir);
}

/** Copies the database of a backup to `target`; throws when it is damaged. Returns its path. */
async function restoreRecords(folder: string, manifest: Manifest, target: string): Promise<string> {
  const entry = manifest.files.find(({ path }) => path === databaseFile);
  if (!entry) throw new CommandError('This backup has no records.');
  const file = join(target, databaseFile);
  await copy(folder, entry, file);
  const { db } = await openDatabase({ databaseUrl: null, dataDir: target });
  const damage = await findPageDamage(db, 'quick_check').finally(() => db.destroy());
  if (damage.length > 0) throw new CommandError(`${databaseFile} of the backup is damaged.`);
  return file;
}

/** Verifies every file of a backup and restores its records to an empty folder. Throws for one that can't be restored. */
export async function tryRestore(folder: string, scratch: string): Promise<void> {
  await restoreRecords(folder, await verifyBackup(folder), scratch);
  const database = await openDatabase({ databaseUrl: null, dataDir: scratch }, { isUpgrade: true });
  try {
    await migrate(database);
  } finally {
    await database.db.destroy();
  }
}

/** Copies the records, in the schema of this release. */
async function restoreToPostgres(folder: string, config: Config): Promise<void> {
  const source = await openDatabase({ databaseUrl: null, dataDir: folder });
  const target = await openDatabase(config, { isUpgrade: true });
  try {
    await migrate(source);
    await migrate(target);
    await copyRows(source, target, indexMessages);
  } finally {
    await source.db.destroy();
    await target.db.destroy();
  }
}

/** What to type to restore again. */
function commandLine(folder: string): string {
  return `npm run admin -- restore ${/^[\w./:-]+$/.test(folder) ? folder : JSON.stringify(folder)}`;
}

/** Restores a backup to an empty DATA_DIR, and an empty PostgreSQL where DATABASE_URL is set, after verifying every file of it. Returns the lines to print. */
export async function restore(config: Config, folder: string): Promise<string[]> {
  const manifest = await verifyBackup(folder);
  prepareDataDir(config.dataDir);
  const unlock = lockDataDir(config.dataDir);
  try {
    // What an interrupted restore has left is overwritten.
    if (!(await isMarked(config, 'restore'))) await assertEmpty(config.dataDir);
    await markUnfinished(config, 'restore', commandLine(folder), true);
    await restoreFiles(config, folder, manifest);
    await unmark(config);
  } finally {
    unlock();
  }
  return [`Restored ${manifest.files.length} files of ${manifest.made}.`];
}
