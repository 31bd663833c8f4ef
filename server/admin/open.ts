import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Config } from '../config.ts';
import { migrate } from '../database/migrate.ts';
import { type Db, openDatabase } from '../database/open.ts';
import { openAccountEvents } from '../platform/account-events.ts';
import type { Ground } from '../platform/ground.ts';
import { Kept } from '../platform/kept.ts';
import { Limits } from '../platform/limits.ts';
import { openMailer } from '../platform/mail/mailer.ts';
import { Passwords } from '../platform/passwords.ts';
import { Push } from '../platform/push/push.ts';
import { Realtime } from '../platform/realtime/realtime.ts';
import { prepareDataDir, tokenSecret } from '../platform/secrets.ts';
import { openStorage } from '../platform/storage/storage.ts';
import { Tasks } from '../platform/tasks.ts';
import { Tokens } from '../platform/tokens.ts';
import { CommandError } from './command-error.ts';
import { databaseFile } from './manifest.ts';

/** Refuses a DATA_DIR without a database: opening would make an empty one in a mistyped folder. */
export function requireDatabase(config: Config): void {
  if (config.databaseUrl !== null || existsSync(join(config.dataDir, databaseFile))) return;
  throw new CommandError(`DATA_DIR ${config.dataDir} has no database.`);
}

/** Opens the database that is there, as it is, for the time of the work. */
export async function withDatabase<T>(config: Config, work: (db: Db) => Promise<T>): Promise<T> {
  requireDatabase(config);
  const { db } = await openDatabase(config);
  return work(db).finally(() => db.destroy());
}

/** Opens what accounts need, new or not, beside a serving process if need be: its unfinished uploads are left alone. */
export async function withGround<T>(
  config: Config,
  work: (ground: Ground) => Promise<T>,
): Promise<T> {
  prepareDataDir(config.dataDir);
  const { engine, db } = await openDatabase(config);
  try {
    await migrate({ engine, db });
    const log = pino({ level: 'silent' });
    const now = () => new Date();
    const realtime = new Realtime();
    return await work({
      config,
      engine,
      db,
      storage: await openStorage(config, { emptyTemporary: false }),
      mailer: openMailer(config, now, () => {}),
      tokens: new Tokens(tokenSecret(config.tokenSecret, config.dataDir), config.tokenHours),
      passwords: new Passwords(),
      limits: new Limits(config.rateLimits),
      realtime,
      push: new Push({ config, db, log, now, realtime }),
      accountEvents: openAccountEvents(),
      kept: new Kept(false),
      tasks: new Tasks(log),
      log,
      now,
    });
  } finally {
    await db.destroy();
  }
}
