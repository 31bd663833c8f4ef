import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import type { Db } from '../database/open.ts';
import type { PoolCounts, QueryWait } from '../database/postgres.ts';
import type { AccountEvents, HasSecondFactor } from './access.ts';
import type { AuditEvents } from './audit-events.ts';
import type { BrowserErrors } from './browser-errors.ts';
import type { DeviceTokens } from './device-tokens.ts';
import type { Limits } from './limits.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Passwords } from './passwords.ts';
import type { Push } from './push/push.ts';
import type { Realtime } from './realtime/realtime.ts';
import type { ResponseCache } from './response-cache.ts';
import type { SessionActivity } from './session-activity.ts';
import type { ReadSession } from './session-reader.ts';
import type { SharedClock } from './shared-clock.ts';
import type { FileChecks } from './storage/file-checks.ts';
import type { Storage } from './storage/storage.ts';
import type { Tasks } from './tasks.ts';
import type { Telemetry } from './telemetry/telemetry.ts';
import type { Tokens } from './tokens.ts';

/** The services that every feature uses; created once at the start. */
export interface AppContext {
  config: Config;
  queryWait: QueryWait;
  /** Null with SQLite. */
  poolCounts: PoolCounts | null;
  db: Db;
  storage: Storage;
  fileChecks: FileChecks;
  mailer: Mailer;
  tokens: Tokens;
  hasSecondFactor: HasSecondFactor;
  deviceTokens: DeviceTokens;
  passwords: Passwords;
  limits: Limits;
  realtime: Realtime;
  push: Push;
  accountEvents: AccountEvents;
  auditEvents: AuditEvents;
  sessionActivity: SessionActivity;
  readSession: ReadSession;
  responseCache: ResponseCache;
  browserErrors: BrowserErrors;
  tasks: Tasks;
  /** Null unless METRICS_PORT is set. */
  telemetry: Telemetry | null;
  log: FastifyBaseLogger;
  now: () => Date;
  /** What `now` shows on PostgreSQL. */
  clock: SharedClock | null;
}
