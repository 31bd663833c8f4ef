import { clock } from '#contract/messages/retention.ts';
import { eraseApplicant } from '../features/applications/applications-erasing.ts';
import {
  ClockCheck,
  confirmClock,
  findClockProblem,
} from '../features/retention/clock-check.service.ts';
import { deleteAnnounced, describeAnnounced } from '../features/retention/retention.service.ts';
import { countExpired } from '../features/retention/retention-kinds.ts';
import { systemActor } from '../platform/writes/writes.ts';
import type { Config, Retention } from '../settings/config.ts';
import { CommandError } from '../settings/setting-error.ts';
import { readTime, requireDatabase, withAppContext, withDatabase } from './open.ts';

const settings: Readonly<Record<keyof Retention, string>> = {
  applications: 'RETENTION_APPLICATIONS_MONTHS',
  inquiries: 'RETENTION_INQUIRIES_MONTHS',
  messages: 'RETENTION_MESSAGES_MONTHS',
  submissions: 'RETENTION_SUBMISSIONS_MONTHS',
  driverFiles: 'RETENTION_DRIVER_FILES_MONTHS',
  auditAddresses: 'RETENTION_AUDIT_ADDRESSES_MONTHS',
  unsentMail: 'RETENTION_UNSENT_MAIL_MONTHS',
  auditEntries: 'AUDIT_MONTHS',
};

/** Prints what the retention would delete now, by kind, and changes nothing. */
export async function previewRetention(config: Config): Promise<string[]> {
  const now = await readTime(config);
  const counts = await withDatabase(config, (db) => countExpired(db, config, now));
  return [
    ...counts.map(({ name, setting, months, before, count }) =>
      before === null
        ? `${name}: kept (${settings[setting]} is off)`
        : `${name}: ${count} from before ${before.slice(0, 10)} (${settings[setting]} is ${months})`,
    ),
    'Nothing was changed.',
  ];
}

/** Deletes what was announced a day ago, and announces the next; returns the lines to print. */
export async function runRetention(config: Config): Promise<string[]> {
  requireDatabase(config);
  return withAppContext(config, async (ctx) => {
    if (!(await new ClockCheck(ctx).passes())) {
      const problem = await findClockProblem(ctx.db, ctx.now());
      throw new CommandError(`${problem} ${clock.confirmByCommand}`);
    }
    const counts = await deleteAnnounced(ctx);
    const lines = Object.entries(counts ?? {}).map(([name, count]) => `${name}: ${count}`);
    if (counts === null) lines.push('Nothing was deleted that was not announced a day before.');
    return [...lines, await describeAnnounced(ctx)];
  });
}

/** Accepts what the clock says now; returns the line to print. */
export async function confirmClockOf(config: Config): Promise<string[]> {
  requireDatabase(config);
  const { message } = await withAppContext(config, (ctx) => confirmClock(ctx, systemActor));
  return [message];
}

/** Erases all applications of the person with this address; returns the lines to print. */
export async function eraseApplicantOf(config: Config, email: string): Promise<string[]> {
  requireDatabase(config);
  const { applications, mails } = await withAppContext(config, (ctx) =>
    eraseApplicant(ctx, email, systemActor),
  );
  if (applications + mails === 0) {
    throw new CommandError(`There is no application from '${email}'. Nothing was changed.`);
  }
  return [`Erased ${applications} applications with their resumes, and ${mails} mails.`];
}
