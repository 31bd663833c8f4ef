import { badgesEvent } from '#contract/portal.ts';
import { fillKeys } from './database/contact-keys.ts';
import { isPostgres } from './database/open.ts';
import { announcementsTask } from './features/announcements/announcements.service.ts';
import { sweepDrafts } from './features/applicants/application-drafts.service.ts';
import { settlementsTask } from './features/documents/documents.service.ts';
import { driverFileRemindersTask } from './features/driver-file/driver-file-reminders.ts';
import { sweepFiles } from './features/files/files.service.ts';
import { inquiryEscalationTask } from './features/inquiries/inquiry-escalation.ts';
import { sweepPush } from './features/push/push.service.ts';
import { quoteExpiryTask } from './features/quotes/quote-expiry.ts';
import { ClockCheck } from './features/retention/clock-check.service.ts';
import { retentionTask } from './features/retention/retention.service.ts';
import { sweepSessions } from './features/session/session.service.ts';
import { sweepDrops } from './features/settlement-drops/settlement-drops.service.ts';
import { readSettlements } from './features/settlement-drops/settlement-reading.ts';
import { mailReasons } from './mail-reasons.ts';
import type { AppContext } from './platform/app-context.ts';
import { auditEventsTask } from './platform/audit/audit-events.ts';
import { nightlyBackupTask } from './platform/backups/backups.ts';
import { publicChangesTask } from './platform/cache/public-changes.ts';
import { newDayTask } from './platform/cache/response-cache.ts';
import { sweepCounts } from './platform/limits/limit-counts.queries.ts';
import { mailTask, sweepMails } from './platform/mail/mail-task.ts';
import { diskSpaceTask } from './platform/runtime/disk-space.ts';
import { forEach, type Task } from './platform/runtime/tasks.ts';
import { sweepIdempotencyKeys } from './platform/writes/idempotency.ts';

const minute = 60_000;

export interface BackgroundTasks {
  tasks: readonly Task[];
  /** Ends long runs early. */
  stop: () => void;
}

/** Creates the tasks that only the server runs; those of open pages are in `serveRealtime`. */
export function openBackgroundTasks(ctx: AppContext, clock = new ClockCheck(ctx)): BackgroundTasks {
  const onGivenUp = () => ctx.realtime.toAdmins(badgesEvent);
  const mail = mailTask({ ...ctx, onGivenUp, reasons: mailReasons });
  const retention = retentionTask(ctx, clock);
  const { backupDir } = ctx.config;
  const backups = backupDir === null ? null : nightlyBackupTask(backupDir, ctx.now);
  const tasks = [
    mail,
    diskSpaceTask(ctx.config, ctx.log),
    newDayTask(ctx),
    ...(isPostgres(ctx.db) ? [publicChangesTask(ctx.db)] : []),
    ...(ctx.clock ? [ctx.clock.task] : []),
    announcementsTask(ctx),
    auditEventsTask(ctx.auditEvents),
    {
      name: 'sweep files',
      every: 10 * minute,
      limit: 5 * minute,
      run: clock.guard(() => sweepFiles(ctx)),
    },
    {
      name: 'sweep sessions',
      every: 60 * minute,
      limit: minute,
      run: clock.guard(() =>
        forEach(
          [
            () => sweepSessions(ctx),
            () => sweepPush(ctx),
            () => sweepIdempotencyKeys(ctx.db, ctx.now()),
            () => sweepDrops(ctx),
            () => sweepDrafts(ctx),
            () => sweepMails(ctx),
            () => fillKeys(ctx.db),
            ...(isPostgres(ctx.db) ? [() => sweepCounts(ctx.db)] : []),
          ],
          (sweep) => sweep(),
        ),
      ),
    },
    {
      name: settlementsTask,
      every: minute,
      limit: 5 * minute,
      run: () => readSettlements(ctx),
    },
    driverFileRemindersTask(ctx),
    inquiryEscalationTask(ctx),
    quoteExpiryTask(ctx),
    retention,
    ...(backups ? [backups] : []),
  ];
  const stop = () => {
    mail.close();
    retention.close();
    backups?.close();
  };
  return { tasks, stop };
}
