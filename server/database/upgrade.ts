import { execFile } from 'node:child_process';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { FastifyBaseLogger } from 'fastify';
import { SettingError } from '../config.ts';
import { syncFolder } from '../platform/data-dir.ts';
import { firstPendingStep, migrate } from './migrate.ts';
import { type OpenDatabase, openDatabase } from './open.ts';
import { copySqlite } from './sqlite.ts';

interface Settings {
  databaseUrl: string | null;
  dataDir: string;
}

const prefix = 'before-';

/** Dumps PostgreSQL with pg_dump. The password isn't an argument, because others can read those. */
async function dumpPostgres(databaseUrl: string, file: string): Promise<void> {
  const url = new URL(databaseUrl);
  const env = {
    ...process.env,
    ...(url.password && { PGPASSWORD: decodeURIComponent(url.password) }),
  };
  url.password = '';
  const format = ['--format=custom', '--no-owner', '--no-privileges'];
  await promisify(execFile)('pg_dump', [...format, `--file=${file}`, `--dbname=${url.href}`], {
    env,
  });
}

/** Saves the database to `DATA_DIR/before-<step>` and deletes the copy before the previous upgrade. */
async function saveDatabase(
  { engine, db }: OpenDatabase,
  { databaseUrl, dataDir }: Settings,
  step: string,
): Promise<string> {
  const name = `${prefix}${step}.${engine === 'sqlite' ? 'sqlite' : 'dump'}`;
  const file = join(dataDir, name);
  const unfinished = `${file}.new`;
  await rm(unfinished, { force: true });
  if (databaseUrl === null) await copySqlite(db, unfinished);
  else {
    // So that only its owner can read it from its first byte.
    await (await open(unfinished, 'wx', 0o600)).close();
    await dumpPostgres(databaseUrl, unfinished);
  }
  const handle = await open(unfinished, 'r+');
  await handle.sync().finally(() => handle.close());
  await rename(unfinished, file);
  await syncFolder(dataDir);
  for (const other of await readdir(dataDir)) {
    if (other.startsWith(prefix) && other !== name) await rm(join(dataDir, other));
  }
  return file;
}

/** What pg_dump reports, or that it isn't installed. */
function reasonOf(error: unknown): string {
  const { code, stderr, message } = error as { code?: unknown; stderr?: string; message?: string };
  if (code === 'ENOENT') return 'pg_dump is not installed';
  return stderr?.trim().split('\n').at(-1) || `${message}`;
}

/**
 * Brings the database to the newest schema. An existing one is saved first; PostgreSQL only if pg_dump works here,
 * because a host without it must be able to start.
 */
export async function upgradeDatabase(
  settings: Settings,
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>,
): Promise<void> {
  const database = await openDatabase(settings, { isUpgrade: true });
  try {
    const step = await firstPendingStep(database);
    if (step) {
      try {
        const file = await saveDatabase(database, settings, step);
        log.info({ file }, 'saved the database before its migration');
      } catch (error) {
        if (database.engine === 'sqlite') throw error;
        log.warn({ reason: reasonOf(error) }, 'the database was not saved before its migration');
      }
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
