import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { copyRows } from '../database/copy-rows.ts';
import { migrate } from '../database/migrate.ts';
import { type OpenDatabase, openDatabase } from '../database/open.ts';
import type { ObjectsTable } from '../database/tables/objects.ts';
import {
  isMarked,
  markUnfinished,
  refuseUnfinished,
  unmark,
  withoutSecrets,
} from '../database/unfinished-copy.ts';
import { indexMessages } from '../features/chat/chat-search.ts';
import { lockDataDir, syncFolder, temporaryFolder } from '../platform/runtime/data-dir.ts';
import { checkObject } from '../platform/storage/check-object.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import { ObjectNotFound, type Storage } from '../platform/storage/storage.ts';
import { type Config, readConfig } from '../settings/config.ts';
import { CommandError, SettingError } from '../settings/setting-error.ts';
import { objectsOf } from './admin.queries.ts';
import { copyStream, databaseFile } from './manifest.ts';
import { requireDatabase } from './open.ts';

/** The settings after a move: `none` in TO_DATABASE_URL means SQLite, in TO_STORAGE_URL DATA_DIR/files. */
export function readTarget(env: Record<string, string | undefined>): Config {
  const to = (name: string) => {
    const value = env[`TO_${name}`]?.trim();
    return value === 'none' ? undefined : value || env[name];
  };
  try {
    return readConfig({ ...env, DATABASE_URL: to('DATABASE_URL'), STORAGE_URL: to('STORAGE_URL') });
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    // The settings of the source are valid.
    throw new SettingError(error.message.replace(/\b(DATABASE|STORAGE)_URL/, 'TO_$&'));
  }
}

/** Copies the files that aren't there yet; returns how many are there, and those that the source doesn't have intact. */
async function copyFiles(
  objects: AsyncIterable<ObjectsTable>,
  from: Storage,
  to: Storage,
  folder: string,
): Promise<{ count: number; problems: string[] }> {
  const problems: string[] = [];
  let count = 0;
  for await (const object of objects) {
    if ((await checkObject(to, object)) !== 'intact') {
      const file = join(folder, randomUUID());
      try {
        await copyStream(await from.read(object.key), file);
        await to.put(object.key, file, object.media_type);
      } catch (error) {
        if (!(error instanceof ObjectNotFound)) throw error;
      }
      await rm(file, { force: true });
      if ((await checkObject(to, object)) !== 'intact') {
        problems.push(`${object.key} is missing from storage or differs from what was stored.`);
        continue;
      }
    }
    count += 1;
  }
  return { count, problems };
}

/** Copies the records to PostgreSQL. */
async function toPostgres(source: OpenDatabase, to: Config): Promise<number> {
  const target = await openDatabase(to, { isUpgrade: true });
  try {
    await migrate(target);
    return await copyRows(source, target, indexMessages);
  } finally {
    await target.db.destroy();
  }
}

/** Copies the records to a new SQLite file, which gets its name last. */
async function toSqlite(source: OpenDatabase, { dataDir }: Config): Promise<number> {
  const unfinished = join(dataDir, 'moving');
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  const target = await openDatabase({ databaseUrl: null, dataDir: unfinished });
  let count: number;
  try {
    await migrate(target);
    count = await copyRows(source, target, indexMessages);
  } finally {
    await target.db.destroy();
  }
  await rename(join(unfinished, databaseFile), join(dataDir, databaseFile));
  await rm(unfinished, { recursive: true });
  await syncFolder(dataDir);
  return count;
}

/** Throws when there is nothing to move, or the target is taken, unless by an interrupted move. */
function checkTarget(from: Config, to: Config, isAgain: boolean): void {
  const engines = [from.databaseUrl, to.databaseUrl];
  if (from.databaseUrl === to.databaseUrl && from.storageUrl === to.storageUrl) {
    throw new CommandError('Set TO_DATABASE_URL or TO_STORAGE_URL to where the data moves.');
  }
  if (from.databaseUrl !== to.databaseUrl && !engines.includes(null)) {
    throw new CommandError('Use pg_dump and pg_restore from one PostgreSQL to another.');
  }
  if (from.databaseUrl === null || to.databaseUrl !== null || isAgain) return;
  if (existsSync(join(to.dataDir, databaseFile))) {
    throw new CommandError(`DATA_DIR ${to.dataDir} already has a ${databaseFile}. Move it away.`);
  }
}

/** What to type to move again, without secrets. */
function commandLine(from: Config, to: Config): string {
  const changes = {
    TO_DATABASE_URL: from.databaseUrl !== to.databaseUrl && (to.databaseUrl ?? 'none'),
    TO_STORAGE_URL: from.storageUrl !== to.storageUrl && (to.storageUrl ?? 'none'),
  };
  const settings = Object.entries(changes).flatMap(([name, url]) =>
    url ? `${name}="${withoutSecrets(url)}" ` : [],
  );
  return `${settings.join('')}npm run admin -- move`;
}

/**
 * Copies the data to another database engine, another storage, or both, and compares every file and record. The source
 * stays as it is. After an interruption it continues with the files that are missing.
 */
export async function move(
  from: Config,
  to: Config,
): Promise<{ lines: string[]; problems: string[] }> {
  requireDatabase(from);
  const unlock = lockDataDir(from.dataDir);
  try {
    await refuseUnfinished(from);
    checkTarget(from, to, await isMarked(to, 'move'));
    const isNew = from.databaseUrl !== to.databaseUrl;
    await markUnfinished(to, 'move', commandLine(from, to), isNew);
    const source = await openDatabase(from, { isUpgrade: true });
    try {
      // The records of an older release would not fit.
      await migrate(source);
      const lines: string[] = [];
      const problems: string[] = [];
      if (from.storageUrl !== to.storageUrl) {
        const storage = await openStorage(from);
        const folder = temporaryFolder(from.dataDir);
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const target = await openStorage(to, { emptyTemporary: false });
        const files = await copyFiles(objectsOf(source.db), storage, target, folder);
        problems.push(...files.problems);
        lines.push(`${files.count} files are in the new storage.`);
      }
      if (from.databaseUrl !== to.databaseUrl) {
        const count = await (to.databaseUrl ? toPostgres(source, to) : toSqlite(source, to));
        lines.push(`${count} records are in the new database.`);
      }
      await unmark(to);
      lines.push('Start the server with DATABASE_URL and STORAGE_URL of the new place.');
      return { lines, problems };
    } finally {
      await source.db.destroy();
    }
  } finally {
    unlock();
  }
}
