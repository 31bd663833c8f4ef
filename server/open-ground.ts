import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import { migrate } from './database/migrate.ts';
import { openDatabase } from './database/open.ts';
import { openAccountEvents } from './platform/account-events.ts';
import type { Ground } from './platform/ground.ts';
import { Kept } from './platform/kept.ts';
import { Limits } from './platform/limits.ts';
import { openMailer } from './platform/mail/mailer.ts';
import { Passwords } from './platform/passwords.ts';
import { Push } from './platform/push/push.ts';
import { Realtime } from './platform/realtime/realtime.ts';
import { prepareDataDir, tokenSecret } from './platform/secrets.ts';
import { openStorage } from './platform/storage/storage.ts';
import { Tasks } from './platform/tasks.ts';
import { Tokens } from './platform/tokens.ts';

/** Opens and migrates the database and makes everything that features stand on. */
export async function openGround(
  config: Config,
  log: FastifyBaseLogger,
  now: () => Date = () => new Date(),
): Promise<Ground & { close: () => Promise<void> }> {
  prepareDataDir(config.dataDir);
  const database = await openDatabase(config);
  try {
    await migrate(database);
  } catch (error) {
    await database.db.destroy();
    throw error;
  }
  const tasks = new Tasks(log);
  const realtime = new Realtime();
  const ground = {
    config,
    engine: database.engine,
    db: database.db,
    storage: await openStorage(config),
    mailer: openMailer(config, now, () => tasks.nudge('mail')),
    tokens: new Tokens(tokenSecret(config.tokenSecret, config.dataDir), config.tokenHours),
    passwords: new Passwords(),
    limits: new Limits(config.rateLimits),
    realtime,
    push: new Push({ config, db: database.db, log, now, realtime }),
    accountEvents: openAccountEvents(),
    // On PostgreSQL other nodes may write; on SQLite this process is the only one.
    kept: new Kept(database.engine === 'sqlite'),
    tasks,
    log,
    now,
  };
  return {
    ...ground,
    close: async () => {
      ground.push.stop();
      await tasks.stop();
      await database.db.destroy();
    },
  };
}
