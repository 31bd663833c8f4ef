import type { Config, Retention } from '../config.ts';
import { eraseApplicant } from '../features/applications/applications-erasing.ts';
import { countExpired, deleteExpired } from '../features/retention/retention.service.ts';
import { systemActor } from '../platform/writes.ts';
import { CommandError } from '../setting-error.ts';
import { readTime, requireDatabase, withAppContext, withDatabase } from './open.ts';

const settings: Readonly<Record<keyof Retention, string>> = {
  applications: 'RETENTION_APPLICATIONS_MONTHS',
  inquiries: 'RETENTION_INQUIRIES_MONTHS',
  messages: 'RETENTION_MESSAGES_MONTHS',
  submissions: 'RETENTION_SUBMISSIONS_MONTHS',
  driverFiles: 'RETENTION_DRIVER_FILES_MONTHS',
  auditAddresses: 'RETENTION_AUDIT_ADDRESSES_MONTHS',
  unsentMail: 'RETENTION_UNSENT_MAIL_MONTHS',
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

/** Deletes what has reached its age; returns the lines to print. */
export async function runRetention(config: Config): Promise<string[]> {
  requireDatabase(config);
  const counts = await withAppContext(config, (ctx) => deleteExpired(ctx));
  const lines = Object.entries(counts).map(([name, count]) => `${name}: ${count}`);
  return lines.length > 0 ? lines : ['Nothing has a time limit. Set one of RETENTION_…_MONTHS.'];
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
