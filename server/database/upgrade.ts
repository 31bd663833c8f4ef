import { open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { SettingError } from '../config.ts';
import { syncFolder } from '../platform/data-dir.ts';
import { saveRecords } from './copy-rows.ts';
import { firstPendingStep, migrate } from './migrate.ts';
import { type OpenDatabase, openDatabase } from './open.ts';

interface Settings {
  databaseUrl: string | null;
  dataDir: string;
}

const prefix = 'before-';

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

/** Brings the database to the newest schema. An existing one is saved first. */
export async function upgradeDatabase(
  settings: Settings,
  log: Pick<FastifyBaseLogger, 'info'>,
): Promise<void> {
  const database = await openDatabase(settings, { isUpgrade: true });
  try {
    const step = await firstPendingStep(database);
    if (step) {
      const file = await saveDatabase(database, settings, step);
      log.info({ file }, 'saved the database before its migration');
    }
    await migrate(database);
  } catch (error) {
    if (
      error instanceof Error &&
      /previously executed migration .* is missing/.test(error.message)
    ) {
      throw new SettingError(
        'A newer release has migrated this database. Start that release, or restore a backup from before.',
      );
    }
    throw error;
  } finally {
    await database.db.destroy();
  }
}
