import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { CommandError } from '../config.ts';
import { copyRows } from '../database/copy-rows.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open.ts';
import { indexMessages } from '../features/chat/chat-search.ts';
import { lockDataDir, prepareDataDir, syncFolder, temporaryFolder } from '../platform/data-dir.ts';
import { decryptFile } from '../platform/storage/encrypted-storage.ts';
import { EncryptionKeys } from '../platform/storage/encryption.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import { isIntact } from './admin.queries.ts';
import {
  copyStream,
  databaseFile,
  type Entry,
  keyOf,
  type Manifest,
  verifyBackup,
} from './manifest.ts';

const isLockFile = /^serving\.(lock|pid)/;

async function assertEmpty(dataDir: string): Promise<void> {
  const found = (await readdir(dataDir)).filter((name) => !isLockFile.test(name));
  if (found.length > 0) {
    throw new CommandError(
      `DATA_DIR ${dataDir} is not empty. Move it away, or restore to another DATA_DIR.`,
    );
  }
}

/** Copies a file of the backup, decrypted when `keys` is given. */
async function copy(
  entry: Entry,
  from: string,
  to: string,
  keys: EncryptionKeys | null,
): Promise<void> {
  if (keys) {
    await decryptFile(keys, from, to);
    return;
  }
  const { read } = await copyStream(createReadStream(from), to);
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
  folder: string,
  manifest: Manifest,
  keys: EncryptionKeys | null,
): Promise<void> {
  const storage = await openStorage(config);
  const temporary = temporaryFolder(config.dataDir);
  await mkdir(temporary, { recursive: true, mode: 0o700 });
  for (const entry of manifest.files) {
    if (entry.path === databaseFile) continue;
    const file = join(temporary, randomUUID());
    await copy(entry, join(folder, entry.path), file, keys);
    await storage.put(keyOf(entry.path), file, entry.mediaType);
  }
  const file = await restoreRecords(folder, manifest, keys, temporary);
  // Last, and renamed only when it is intact: an interrupted restore leaves no database.
  if (config.databaseUrl) {
    await restoreToPostgres(temporary, config);
    await rm(file);
  } else await rename(file, join(config.dataDir, databaseFile));
  await syncFolder(config.dataDir);
}

/** Copies the database of a backup to `target`; throws when it is damaged. Returns its path. */
async function restoreRecords(
  folder: string,
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
  await copy(entry, join(folder, databaseFile), file, keys);
  const { db } = await openDatabase({ databaseUrl: null, dataDir: target });
  const intact = await isIntact(db).finally(() => db.destroy());
  if (!intact) throw new CommandError(`${databaseFile} of the backup is damaged.`);
  return file;
}

/** Verifies every file of a backup and restores its records to an empty folder. Throws for one that can't be restored. */
export async function tryRestore(config: Config, folder: string, scratch: string): Promise<void> {
  const manifest = await verifyBackup(folder);
  await restoreRecords(folder, manifest, keysFor(config, manifest), scratch);
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

/** Restores a backup to an empty DATA_DIR, and an empty PostgreSQL where DATABASE_URL is set, after verifying every file of it. Returns the lines to print. */
export async function restore(config: Config, folder: string): Promise<string[]> {
  const manifest = await verifyBackup(folder);
  const keys = keysFor(config, manifest);
  prepareDataDir(config.dataDir);
  const unlock = lockDataDir(config.dataDir);
  try {
    await assertEmpty(config.dataDir);
    await restoreFiles(config, folder, manifest, keys);
  } finally {
    unlock();
  }
  return [`Restored ${manifest.files.length} files of ${manifest.made}.`];
}
