import type { FastifyBaseLogger } from 'fastify';
import { openDatabase } from './database/open.ts';
import { upgradeDatabase } from './database/upgrade.ts';
import { getQuietUsers } from './features/notifications/notification-settings.service.ts';
import { hasSecondFactor } from './features/second-factors/second-factors.service.ts';
import { openAccountEvents, SessionActivity, sessionReader } from './platform/accounts/access.ts';
import { openBreachCheck } from './platform/accounts/breached-passwords.ts';
import { DeviceTokens } from './platform/accounts/device-tokens.ts';
import { Passwords } from './platform/accounts/passwords.ts';
import { Tokens } from './platform/accounts/tokens.ts';
import type { AppContext } from './platform/app-context.ts';
import { AuditEvents } from './platform/audit/audit-events.ts';
import { publicChanges } from './platform/cache/public-changes.ts';
import { ResponseCache } from './platform/cache/response-cache.ts';
import { Limits } from './platform/limits/limits.ts';
import { openMailer } from './platform/mail/mailer.ts';
import { Push } from './platform/push/push.ts';
import { Realtime } from './platform/realtime/realtime.ts';
import { prepareDataDir, tokenSecret } from './platform/runtime/data-dir.ts';
import { SharedClock } from './platform/runtime/shared-clock.ts';
import { Tasks } from './platform/runtime/tasks.ts';
import { FileChecks } from './platform/storage/file-checks.ts';
import { openStorage } from './platform/storage/open-storage.ts';
import { ObservedStorage } from './platform/telemetry/observed-storage.ts';
import { openTelemetry } from './platform/telemetry/telemetry.ts';
import { BrowserErrors } from './platform/web/browser-errors.ts';
import type { Config } from './settings/config.ts';

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
