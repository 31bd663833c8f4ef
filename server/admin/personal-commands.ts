import type { Applicant } from '#contract/applications.ts';
import { clock } from '#contract/messages/retention.ts';
import { personName } from '#contract/text/employee-name.ts';
import { eraseApplicant, findByAddress } from '../features/applications/applications-erasing.ts';
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

type Found = Applicant['applications'][number] | Applicant['drafts'][number];

/** Lists what may be of the person with this address, and erases what is chosen of it; returns the lines to print. */
export async function eraseApplicantOf(
  config: Config,
  email: string,
  chosen: readonly string[],
): Promise<string[]> {
  requireDatabase(config);
  return withAppContext(config, async (ctx) => {
    const found = await findByAddress(ctx.db, email);
    const ids = (letter: string, list: readonly Found[]) =>
      list.map(({ id }) => id).filter((id) => chosen.includes(`${letter}-${id}`));
    const applications = ids('A', found.applications);
    const drafts = ids('S', found.drafts);
    const lines = (letter: string, list: readonly Found[]) =>
      list.map((one) => {
        const day = one.created_at.slice(0, 10);
        return `${letter}-${one.id}  ${day}  ${personName(one)}, ${one.email}, ${one.phone}`;
      });
    const all = [...lines('A', found.applications), ...lines('S', found.drafts)];
    if (all.length === 0) {
      throw new CommandError(`There is no application from '${email}'. Nothing was changed.`);
    }
    if (chosen.length === 0 || applications.length + drafts.length < chosen.length) {
      return [
        ...all,
        'Nothing was changed. People share addresses and phones: name what is from this person (S is a started one),',
        `such as: erase-applicant ${email} ${all.map((line) => line.split(' ')[0]).join(' ')}`,
      ];
    }
    const erased = await eraseApplicant(ctx, { applications, drafts }, systemActor);
    return [
      `Erased ${erased.applications} applications with their files, ${drafts.length} started ones, and ${erased.mails} mails.`,
    ];
  });
}
