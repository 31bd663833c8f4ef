import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../database/open.ts';
import type { PoolCounts, QueryWait } from '../database/postgres.ts';
import type { Config } from '../settings/config.ts';
import type {
  AccountEvents,
  HasSecondFactor,
  ReadSession,
  SessionActivity,
} from './accounts/access.ts';
import type { DeviceTokens } from './accounts/device-tokens.ts';
import type { Passwords } from './accounts/passwords.ts';
import type { Tokens } from './accounts/tokens.ts';
import type { AuditEvents } from './audit/audit-events.ts';
import type { ResponseCache } from './cache/response-cache.ts';
import type { Limits } from './limits/limits.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Push } from './push/push.ts';
import type { Realtime } from './realtime/realtime.ts';
import type { SharedClock } from './runtime/shared-clock.ts';
import type { Tasks } from './runtime/tasks.ts';
import type { FileChecks } from './storage/file-checks.ts';
import type { Storage } from './storage/storage.ts';
import type { Telemetry } from './telemetry/telemetry.ts';
import type { BrowserErrors } from './web/browser-errors.ts';

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
