import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import { openDatabase } from './database/open.ts';
import { upgradeDatabase } from './database/upgrade.ts';
import { getQuietUsers } from './features/notifications/notification-settings.service.ts';
import { hasSecondFactor } from './features/second-factors/second-factors.service.ts';
import { openAccountEvents } from './platform/access.ts';
import type { AppContext } from './platform/app-context.ts';
import { AuditEvents } from './platform/audit-events.ts';
import { openBreachCheck } from './platform/breached-passwords.ts';
import { BrowserErrors } from './platform/browser-errors.ts';
import { prepareDataDir, tokenSecret } from './platform/data-dir.ts';
import { DeviceTokens } from './platform/device-tokens.ts';
import { Limits } from './platform/limits.ts';
import { openMailer } from './platform/mail/mailer.ts';
import { Passwords } from './platform/passwords.ts';
import { publicChanges } from './platform/public-changes.ts';
import { Push } from './platform/push/push.ts';
import { Realtime } from './platform/realtime/realtime.ts';
import { ResponseCache } from './platform/response-cache.ts';
import { SessionActivity } from './platform/session-activity.ts';
import { sessionReader } from './platform/session-reader.ts';
import { SharedClock } from './platform/shared-clock.ts';
import { FileChecks } from './platform/storage/file-checks.ts';
import { ObservedStorage } from './platform/storage/observed-storage.ts';
import { openStorage } from './platform/storage/open-storage.ts';
import { Tasks } from './platform/tasks.ts';
import { openTelemetry } from './platform/telemetry/telemetry.ts';
import { Tokens } from './platform/tokens.ts';

/**
 * Opens and migrates the database and creates the services that features use.
 * `emptyTemporary: false` keeps the unfinished uploads of a server that is running.
 */
export async function createAppContext(
  config: Config,
  log: FastifyBaseLogger,
  { now: givenNow, emptyTemporary = true }: { now?: () => Date; emptyTemporary?: boolean } = {},
): Promise<AppContext & { close: () => Promise<void> }> {
  prepareDataDir(config.dataDir);
  await upgradeDatabase(config, log);
  const telemetry = await openTelemetry(config);
  const database = await openDatabase(config, { observer: telemetry });
  const clock =
    database.engine === 'postgres' && !givenNow ? await SharedClock.open(database.db, log) : null;
  const now = givenNow ?? clock?.now ?? (() => new Date());
  const secret = tokenSecret(config.tokenSecret, config.dataDir);
  const tokens = new Tokens(secret, config.tokenHours);
  const tasks = new Tasks(log, now);
  const opened = await openStorage(config, { emptyTemporary });
  const storage = telemetry ? new ObservedStorage(opened, telemetry) : opened;
  const realtime = new Realtime();
  const ctx = {
    config,
    queryWait: database.queryWait,
    poolCounts: database.poolCounts,
    db: database.db,
    storage,
    fileChecks: new FileChecks({
      storage,
      db: database.db,
      log,
      now,
      isLocal: config.storageUrl === null,
    }),
    mailer: openMailer(config, tokens, now, () => tasks.wake('mail')),
    tokens,
    hasSecondFactor: (userId: number) => hasSecondFactor(database.db, userId),
    deviceTokens: new DeviceTokens(secret),
    passwords: new Passwords(undefined, openBreachCheck(config, log)),
    limits: new Limits(
      config.rateLimits,
      database.engine === 'postgres' ? { db: database.db, secret } : null,
    ),
    realtime,
    push: new Push({
      ...{ config, db: database.db, log, now, realtime },
      quietAmong: (userIds) => getQuietUsers({ db: database.db, now }, userIds),
    }),
    accountEvents: openAccountEvents(),
    auditEvents: new AuditEvents({ db: database.db, log, now }),
    sessionActivity: new SessionActivity(database.db, log, now, config.sessionIdleMinutes),
    readSession: sessionReader(database.db),
    responseCache: new ResponseCache(
      database.engine === 'postgres' ? publicChanges(database.db) : null,
    ),
    browserErrors: new BrowserErrors(log, now),
    tasks,
    telemetry,
    log,
    now,
    clock,
  };
  return {
    ...ctx,
    close: async () => {
      ctx.push.stop();
      await tasks.stop();
      try {
        await ctx.auditEvents.flush({ all: true });
      } catch (error) {
        log.error({ err: error }, 'failed to store audited events');
      }
      await database.db.destroy();
    },
  };
}
