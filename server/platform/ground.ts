import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import type { Db, Engine } from '../database/open.ts';
import type { AccountEvents } from './account-events.ts';
import type { Kept } from './kept.ts';
import type { Limits } from './limits.ts';
import type { Mailer } from './mail/outbox.ts';
import type { Passwords } from './passwords.ts';
import type { Push } from './push/push.ts';
import type { Realtime } from './realtime/realtime.ts';
import type { Storage } from './storage/storage.ts';
import type { Tasks } from './tasks.ts';
import type { Tokens } from './tokens.ts';

/** What every feature stands on; made once at the start. */
export interface Ground {
  config: Config;
  engine: Engine;
  db: Db;
  storage: Storage;
  mailer: Mailer;
  tokens: Tokens;
  passwords: Passwords;
  limits: Limits;
  realtime: Realtime;
  push: Push;
  accountEvents: AccountEvents;
  kept: Kept;
  tasks: Tasks;
  log: FastifyBaseLogger;
  /** The server's clock. */
  now: () => Date;
}
