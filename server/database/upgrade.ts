import { open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { syncFolder } from '../platform/runtime/data-dir.ts';
import { SettingError } from '../settings/setting-error.ts';
import { saveRecords } from './copy-rows.ts';
import { isLockTimeout } from './errors.ts';
import { firstPendingStep, migrate } from './migrate.ts';
import { steps } from './migrations/all.ts';
import { type OpenDatabase, openDatabase } from './open.ts';

interface Settings {
  databaseUrl: string | null;
  dataDir: string;
}

const prefix = 'before-';
/** Between two tries (ms) to get the locks of a migration, and how often it tries: for five minutes. */
const retryMs = 1_000;
const maxTries = 200;

/** Saves the database to `DATA_DIR/before-<step>` and deletes the copy before the previous upgrade. */
async function saveDatabase(
  database: OpenDatabase,
  { dataDir }: Settings,
  step: string,
): Promise<string> {
  const name = `${prefix}${step}.sqlite`;
  const file = join(dataDir, name);
  const unfinished = `${file}.new`;
  await rm(unfinished, { force: true });
  await saveRecords(database, unfinished);
  const handle = await open(unfinished, 'r+');
  await handle.sync().finally(() => handle.close());
  await rename(unfinished, file);
  await syncFolder(dataDir);
  for (const other of await readdir(dataDir)) {
    if (other.startsWith(prefix) && other !== name) await rm(join(dataDir, other));
  }
  return file;
}

/**
 * Brings the database to the newest schema. An existing one is saved first. While another node migrates, or a backup
 * reads the tables, it tries again.
 */
export async function upgradeDatabase(
  settings: Settings,
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>,
  wanted = steps,
): Promise<void> {
  const database = await openDatabase(settings, { isUpgrade: true });
  let isSaved = false;
  const upgrade = async () => {
    const step = isSaved ? null : await firstPendingStep(database, wanted);
    if (step) {
      const file = await saveDatabase(database, settings, step);
      isSaved = true;
      log.info({ file }, 'saved the database before its migration');
    }
    await migrate(database, wanted);
  };
  try {
    for (let tries = 1; ; tries += 1) {
      try {
        return await upgrade();
      } catch (error) {
        if (!isLockTimeout(error) || tries === maxTries) throw error;
        if (tries === 1) log.warn('the migration waits for tables that are in use');
        await pause(retryMs);
      }
    }
  } catch (error) {
    if (
      error instanceof Error &&
      /previously executed migration .* is missing/.test(error.message)
    ) {
      throw new SettingError(
        'Another release has migrated this database. Start that release, or restore a backup from before.',
      );
    }
    throw error;
  } finally {
    await database.db.destroy();
  }
}
