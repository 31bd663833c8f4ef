import { setTimeout as pause } from 'node:timers/promises';
import { companyTimeZone, wallClock } from '#contract/dates.ts';
import type { Config, Retention } from '../../config.ts';
import type { Db } from '../../database/open.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { clearAuditAddresses, countAuditAddresses } from '../../platform/audit-clearing.queries.ts';
import type { ExpiringRecords } from '../../platform/retention.ts';
import { forEach, type Task } from '../../platform/tasks.ts';
import { systemActor, writeTransaction } from '../../platform/writes.ts';
import {
  expiringApplicantNames,
  expiringApplications,
} from '../applications/applications.service.ts';
import { expiringMessages } from '../chat/chat.service.ts';
import { expiringDriverFiles } from '../driver-file/driver-file.service.ts';
import { expiringVersions } from '../employee-files/employee-files.service.ts';
import { expiringInquiries, expiringInquiryNames } from '../inquiries/inquiries.service.ts';
import { expiringUnsentMail } from '../unsent-mail/unsent-mail.service.ts';
import { claimRun, endRun } from './retention.queries.ts';

/** Records per transaction: a few milliseconds, in which nobody else writes on SQLite. */
const batchSize = 100;
/** Between two transactions (ms), so that requests go first. */
const pauseMs = 20;
/** The hour after which the nightly run starts, in the company's time zone. */
const startHour = 3;
const minute = 60_000;
/** How long a run may take; after that, another node begins one. */
const leaseMs = 60 * minute;

const expiringAddresses: ExpiringRecords = {
  count: countAuditAddresses,
  remove: (_ctx, { tx }, before, limit) => clearAuditAddresses(tx, before, limit),
};

interface Kind {
  name: string;
  setting: keyof Retention;
  records: ExpiringRecords;
}

/** Everything with a time limit, in the order of deletion. */
const kinds: readonly Kind[] = [
  { name: 'applications', setting: 'applications', records: expiringApplications },
  {
    name: 'applicant names in the audit log',
    setting: 'applications',
    records: expiringApplicantNames,
  },
  { name: 'inquiries', setting: 'inquiries', records: expiringInquiries },
  { name: 'company names in the audit log', setting: 'inquiries', records: expiringInquiryNames },
  { name: 'messages', setting: 'messages', records: expiringMessages },
  {
    name: 'reviewed versions of employee files',
    setting: 'submissions',
    records: expiringVersions,
  },
  {
    name: 'driver files of closed accounts',
    setting: 'driverFiles',
    records: expiringDriverFiles,
  },
  { name: 'addresses in the audit log', setting: 'auditAddresses', records: expiringAddresses },
  { name: 'unsent mails', setting: 'unsentMail', records: expiringUnsentMail },
];

/** The start of the days to keep: `months` before today, in the company's time zone. */
function instantBefore(now: Date, months: number): string {
  const { epochMilliseconds } = Temporal.PlainDate.from(wallClock(now).slice(0, 10))
    .subtract({ months })
    .toZonedDateTime(companyTimeZone);
  return new Date(epochMilliseconds).toISOString();
}

export interface ExpiredCount {
  name: string;
  setting: keyof Retention;
  /** Null: kept. */
  months: number | null;
  /** Records from before this instant; null: kept. */
  before: string | null;
  count: number;
}

/** Counts what a run would delete now, by kind. */
export async function countExpired(
  db: Db,
  config: Pick<Config, 'retention'>,
  now: Date,
): Promise<ExpiredCount[]> {
  const counts: ExpiredCount[] = [];
  for (const { name, setting, records } of kinds) {
    const months = config.retention[setting];
    const before = months === null ? null : instantBefore(now, months);
    const count = before === null ? 0 : await records.count(db, before);
    counts.push({ name, setting, months, before, count });
  }
  return counts;
}

/**
 * Deletes what has reached its age, in small transactions; returns the counts by kind, which the audit log also gets,
 * even when a run stops halfway.
 */
export async function deleteExpired(
  ctx: AppContext,
  signal?: AbortSignal,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  try {
    await forEach(kinds, async ({ name, setting, records }) => {
      const months = ctx.config.retention[setting];
      if (months === null) return;
      const before = instantBefore(ctx.now(), months);
      counts[name] = 0;
      for (let removed = batchSize; removed === batchSize && !signal?.aborted; ) {
        removed = await writeTransaction(ctx, systemActor, (write) =>
          records.remove(ctx, write, before, batchSize),
        );
        counts[name] += removed;
        if (removed === batchSize) await pause(pauseMs);
      }
    });
  } finally {
    if (Object.keys(counts).length > 0) {
      const target = { kind: 'retention', id: '', label: '' };
      await writeTransaction(ctx, systemActor, ({ audit }) =>
        audit({ action: 'retention.run', target, detail: counts }),
      );
    }
  }
  return counts;
}

/**
 * Runs once a night on all nodes together: on the first one that looks after three o'clock. A run that failed, or whose
 * node was stopped, continues on the next one that looks; that of a killed node within an hour and a quarter.
 */
export function retentionTask(ctx: AppContext): Task & { close: () => void } {
  const closing = new AbortController();
  return {
    name: 'retention',
    every: 15 * minute,
    limit: leaseMs,
    async run() {
      const now = ctx.now();
      const clock = wallClock(now);
      if (Number(clock.slice(11, 13)) < startHour) return;
      const day = clock.slice(0, 10);
      const claim = { day, now, until: new Date(now.getTime() + leaseMs) };
      if (!(await claimRun(ctx.db, claim))) return;
      let isDone = false;
      try {
        await deleteExpired(ctx, closing.signal);
        isDone = !closing.signal.aborted;
      } finally {
        await endRun(ctx.db, claim, isDone);
      }
    },
    close: () => closing.abort(),
  };
}
