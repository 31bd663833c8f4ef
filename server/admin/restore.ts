import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { copyRows } from '../database/copy-rows.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open.ts';
import { isMarked, markUnfinished, unmark, withoutSecrets } from '../database/unfinished-copy.ts';
import { indexMessages } from '../features/chat/chat-search.ts';
import type { Backup } from '../platform/backup-repository.ts';
import { openBackup } from '../platform/backups.ts';
import { lockDataDir, prepareDataDir, syncFolder, temporaryFolder } from '../platform/data-dir.ts';
import { decryptedFile, EncryptionKeys } from '../platform/storage/encryption.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import { CommandError } from '../setting-error.ts';
import { isIntact } from './admin.queries.ts';
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

/** Copies a file of the backup, decrypted when `keys` is given. */
async function copy(
  backup: Backup,
  entry: Entry,
  to: string,
  keys: EncryptionKeys | null,
): Promise<void> {
  const convert = keys ? (chunks: AsyncIterable<Buffer>) => decryptedFile(keys, chunks) : undefined;
  const { read } = await copyStream(await backup.read(entry), to, convert);
  if (read.sha256 !== entry.sha256)
    throw new CommandError(`${entry.path} changed while it was read.`);
}

function keysFor(config: Config, manifest: Manifest): EncryptionKeys | null {
  if (!manifest.encrypted) return null;
  if (config.encryptionKeys) return new EncryptionKeys(config.encryptionKeys);
  throw new CommandError(
    'This backup is encrypted: set ENCRYPTION_KEY to the key it was made with.',
  );
}

async function restoreFiles(
  config: Config,
  backup: Backup,
  manifest: Manifest,
  keys: EncryptionKeys | null,
): Promise<void> {
  const storage = await openStorage(config);
  const temporary = temporaryFolder(config.dataDir);
  await mkdir(temporary, { recursive: true, mode: 0o700 });
  const files = manifest.files.filter(({ path }) => path !== databaseFile);
  await forEach(files, async (entry) => {
    const file = join(temporary, randomUUID());
    await copy(backup, entry, file, keys);
    await storage.put(keyOf(entry.path), file, entry.mediaType);
  });
  const file = await restoreRecords(backup, manifest, keys, temporary);
  // Last, and renamed only when it is intact.
  if (config.databaseUrl) {
    await restoreToPostgres(temporary, config);
    await rm(file);
  } else await rename(file, join(config.dataDir, databaseFile));
  await syncFolder(config.dataDir);
}

/** Copies the database of a backup to `target`; throws when it is damaged. Returns its path. */
async function restoreRecords(
  backup: Backup,
  manifest: Manifest,
  keys: EncryptionKeys | null,
  target: string,
): Promise<string> {
  const entry = manifest.files.find(({ path }) => path === databaseFile);
  if (!entry) {
    throw new CommandError(
      'This backup has no records: an earlier release made it, which left them to pg_dump. Restore it with that release.',
    );
  }
  const file = join(target, databaseFile);
  await copy(backup, entry, file, keys);
  const { db } = await openDatabase({ databaseUrl: null, dataDir: target });
  const intact = await isIntact(db).finally(() => db.destroy());
  if (!intact) throw new CommandError(`${databaseFile} of the backup is damaged.`);
  return file;
}

/** Verifies every file of a backup and restores its records to an empty folder. Throws for one that can't be restored. */
export async function tryRestore(config: Config, backup: Backup, scratch: string): Promise<void> {
  const manifest = await verifyBackup(backup);
  await restoreRecords(backup, manifest, keysFor(config, manifest), scratch);
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

function commandLine(address: string): string {
  const shown = withoutSecrets(address);
  return `npm run admin -- restore ${/^[\w./:-]+$/.test(shown) ? shown : JSON.stringify(shown)}`;
}

/** Restores a backup to an empty DATA_DIR, and an empty PostgreSQL where DATABASE_URL is set, after verifying every file of it. Returns the lines to print. */
export async function restore(config: Config, address: string): Promise<string[]> {
  const backup = await openBackup(address);
  const manifest = await verifyBackup(backup);
  const keys = keysFor(config, manifest);
  prepareDataDir(config.dataDir);
  const unlock = lockDataDir(config.dataDir);
  try {
    // What an interrupted restore has left is overwritten.
    if (!(await isMarked(config, 'restore'))) await assertEmpty(config.dataDir);
    await markUnfinished(config, 'restore', commandLine(address), true);
    await restoreFiles(config, backup, manifest, keys);
    await unmark(config);
  } finally {
    unlock();
  }
  return [`Restored ${manifest.files.length} files of ${manifest.made}.`];
}
