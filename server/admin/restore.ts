import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { CommandError } from '../config.ts';
import { openDatabase } from '../database/open.ts';
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
  readManifest,
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
  const database = manifest.files.find((entry) => entry.path === databaseFile);
  if (!database) return;
  // Last, and renamed only when it is intact: an interrupted restore leaves no database.
  const file = join(temporary, databaseFile);
  await copy(database, join(folder, databaseFile), file, keys);
  const { db } = await openDatabase({ databaseUrl: null, dataDir: temporary });
  const intact = await isIntact(db).finally(() => db.destroy());
  if (!intact) throw new CommandError(`${databaseFile} of the backup is damaged.`);
  await rename(file, join(config.dataDir, databaseFile));
  await syncFolder(config.dataDir);
}

/** Restores a backup to an empty DATA_DIR, after verifying every file of it. Returns the lines to print. */
export async function restore(config: Config, folder: string): Promise<string[]> {
  const manifest = await readManifest(folder);
  const engine = config.databaseUrl === null ? 'sqlite' : 'postgres';
  if (manifest.database !== engine) {
    throw new CommandError(
      engine === 'sqlite'
        ? 'This backup comes from PostgreSQL: set DATABASE_URL, and restore its rows with pg_restore.'
        : 'This backup comes from SQLite: restore it without DATABASE_URL.',
    );
  }
  const keys = keysFor(config, manifest);
  prepareDataDir(config.dataDir);
  const unlock = lockDataDir(config.dataDir);
  try {
    await assertEmpty(config.dataDir);
    await restoreFiles(config, folder, manifest, keys);
  } finally {
    unlock();
  }
  const lines = [`Restored ${manifest.files.length} files of ${manifest.made}.`];
  if (engine === 'postgres') lines.push('Restore the rows with pg_restore before you start.');
  return lines;
}
