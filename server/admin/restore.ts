import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { openDatabase } from '../database/open.ts';
import { lockDataDir } from '../platform/lock.ts';
import { prepareDataDir } from '../platform/secrets.ts';
import { openStorage } from '../platform/storage/storage.ts';
import { temporaryFolder } from '../platform/storage/temporary.ts';
import { isWhole } from './admin.queries.ts';
import { CommandError } from './command-error.ts';
import {
  databaseFile,
  type Entry,
  hashed,
  keyOf,
  type Manifest,
  verifiedManifest,
} from './manifest.ts';

const ofTheLock = /^serving\.(lock|pid)/;

async function refuseUsed(dataDir: string): Promise<void> {
  const found = (await readdir(dataDir)).filter((name) => !ofTheLock.test(name));
  if (found.length > 0) {
    throw new CommandError(
      `DATA_DIR ${dataDir} is not empty. Move it away, or restore to another DATA_DIR.`,
    );
  }
}

async function copied(entry: Entry, from: string, to: string): Promise<void> {
  const { sha256 } = await hashed(createReadStream(from), to);
  if (sha256 !== entry.sha256) throw new CommandError(`${entry.path} changed while it was read.`);
}

async function place(config: Config, folder: string, manifest: Manifest): Promise<void> {
  const storage = await openStorage(config);
  const temporary = temporaryFolder(config.dataDir);
  await mkdir(temporary, { recursive: true, mode: 0o700 });
  for (const entry of manifest.files) {
    if (entry.path === databaseFile) continue;
    const file = join(temporary, randomUUID());
    await copied(entry, join(folder, entry.path), file);
    await storage.keep(keyOf(entry.path), file, entry.mediaType);
  }
  const database = manifest.files.find((entry) => entry.path === databaseFile);
  if (!database) return;
  // Last, and under its name only when it is whole: a restore that was cut off serves nothing.
  const file = join(temporary, databaseFile);
  await copied(database, join(folder, databaseFile), file);
  const { db } = await openDatabase({ databaseUrl: null, dataDir: temporary });
  const whole = await isWhole(db).finally(() => db.destroy());
  if (!whole) throw new CommandError(`${databaseFile} of the backup is damaged.`);
  await rename(file, join(config.dataDir, databaseFile));
  const handle = await open(config.dataDir, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Puts a backup into an unused DATA_DIR; nothing is written before every file of it was checked. */
export async function restore(config: Config, folder: string): Promise<string[]> {
  const manifest = await verifiedManifest(folder);
  const engine = config.databaseUrl === null ? 'sqlite' : 'postgres';
  if (manifest.database !== engine) {
    throw new CommandError(
      engine === 'sqlite'
        ? 'This backup was made on PostgreSQL: set DATABASE_URL, and restore its rows with pg_restore.'
        : 'This backup was made on SQLite: restore it without DATABASE_URL.',
    );
  }
  prepareDataDir(config.dataDir);
  const unlock = lockDataDir(config.dataDir);
  try {
    await refuseUsed(config.dataDir);
    await place(config, folder, manifest);
  } finally {
    unlock();
  }
  const lines = [`${manifest.files.length} files of ${manifest.made} are in place.`];
  if (engine === 'postgres') lines.push('Restore the rows with pg_restore before you start.');
  return lines;
}
