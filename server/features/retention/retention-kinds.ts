import { setTimeout as pause } from 'node:timers/promises';
import { companyTimeZone, wallClock } from '#contract/rules/dates.ts';
import type { Db } from '../../database/open.ts';
import type { AppContext } from '../../platform/app-context.ts';
import {
  clearAuditAddresses,
  countAuditAddresses,
  countAuditBefore,
  deleteAuditBefore,
} from '../../platform/audit/audit-clearing.queries.ts';
import {
  type ExpiringRecords,
  systemActor,
  writeTransaction,
} from '../../platform/writes/writes.ts';
import type { Config, Retention } from '../../settings/config.ts';
import {
  expiringApplicantNames,
  expiringApplications,
} from '../applications/applications.service.ts';
import { expiringMessages } from '../chat/chat.service.ts';
import { expiringDriverFiles } from '../driver-file/driver-file.service.ts';
import { expiringVersions } from '../employee-files/employee-files.service.ts';
import { expiringInquiries, expiringInquiryNames } from '../inquiries/inquiries.service.ts';
import { expiringUnsentMail } from '../unsent-mail/unsent-mail.service.ts';

/** Records per transaction: a few milliseconds, in which nobody else writes on SQLite. */
const batchSize = 100;
/** Between two transactions (ms), so that requests go first. */
const pauseMs = 20;

const expiringAddresses: ExpiringRecords = {
  count: countAuditAddresses,
  remove: (_ctx, { tx }, before, limit) => clearAuditAddresses(tx, before, limit),
};

const expiringEntries: ExpiringRecords = {
  count: countAuditBefore,
  remove: (_ctx, { tx }, before, limit) => deleteAuditBefore(tx, before, limit),
};

interface Kind {
  name: string;
  setting: keyof Retention;
  records: ExpiringRecords;
}

const kind = (name: string, setting: keyof Retention, records: ExpiringRecords): Kind => ({
  name,
  setting,
  records,
});

/** Everything with a time limit, in the order of deletion. */
export const kinds: readonly Kind[] = [
  kind('applications', 'applications', expiringApplications),
  kind('applicant names in the audit log', 'applications', expiringApplicantNames),
  kind('inquiries', 'inquiries', expiringInquiries),
  kind('company names in the audit log', 'inquiries', expiringInquiryNames),
  kind('messages', 'messages', expiringMessages),
  kind('reviewed versions of employee files', 'submissions', expiringVersions),
  kind('driver files of closed accounts', 'driverFiles', expiringDriverFiles),
  kind('addresses in the audit log', 'auditAddresses', expiringAddresses),
  kind('unsent mails', 'unsentMail', expiringUnsentMail),
  kind('audit entries', 'auditEntries', expiringEntries),
];

/** Deletes at most `max` from before an instant, in transactions of its own; adds to the count. */
export async function removeExpired(
  ctx: AppContext,
  { records }: Kind,
  { before, max }: { before: string; max: number },
  add: (count: number) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (let left = max; left > 0 && !signal?.aborted; ) {
    const limit = Math.min(batchSize, left);
    const removed = await writeTransaction(ctx, systemActor, (write) =>
      records.remove(ctx, write, before, limit),
    );
    add(removed);
    if (removed < limit) break;
    left -= removed;
    await pause(pauseMs);
  }
}

/** The start of the days to keep: `months` before today, in the company's time zone. */
export function instantBefore(now: Date, months: number): string {
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

/** Counts what has reached its age at an instant, by kind. */
export async function countExpired(
  db: Db,
  config: Pick<Config, 'retention'>,
  now: Date,
): Promise<ExpiredCount[]> {
  const counts: ExpiredCount[] = [];
  for (const { name, setting, records } of kinds) {
    const months = config.retention[setting];
    const before = months === null ? null : instantBefore(now, months);
    const count = before === null ? 0 : await records.count(db, before, now);
    counts.push({ name, setting, months, before, count });
  }
  return counts;
}
