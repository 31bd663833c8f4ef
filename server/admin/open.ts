import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { createAppContext } from '../create-app-context.ts';
import { type Db, openDatabase } from '../database/open.ts';
import { selectPostgresTime } from '../database/postgres-clock.ts';
import type { AppContext } from '../platform/app-context.ts';
import type { Config } from '../settings/config.ts';
import { CommandError } from '../settings/setting-error.ts';
import { databaseFile } from './manifest.ts';

/** Throws for a DATA_DIR without a database: opening would create an empty one in a mistyped folder. */
export function requireDatabase(config: Config): void {
  if (config.databaseUrl !== null || existsSync(join(config.dataDir, databaseFile))) return;
  throw new CommandError(`DATA_DIR ${config.dataDir} has no database.`);
}

/** Runs the work on the existing database, without migrating it. */
export async function withDatabase<T>(config: Config, work: (db: Db) => Promise<T>): Promise<T> {
  requireDatabase(config);
  const { db } = await openDatabase(config);
  return work(db).finally(() => db.destroy());
}

/** The time that the nodes share: on PostgreSQL the database's, because this machine's clock may be wrong. */
export async function readTime(config: Config): Promise<Date> {
  if (config.databaseUrl === null) return new Date();
  return new Date(await withDatabase(config, selectPostgresTime));
}

/** Runs the work in its own context; keeps the unfinished uploads of a running server. */
export async function withAppContext<T>(
  config: Config,
  work: (ctx: AppContext) => Promise<T>,
): Promise<T> {
  const ctx = await createAppContext(config, pino({ level: 'silent' }), {
    emptyTemporary: false,
  });
  return work(ctx).finally(ctx.close);
}
