/** A job closes after its last day, by an admin, or when all its openings are filled; its applicants are told once. */

import { company } from '#contract/company/profile.ts';
import { jobClosing as messages } from '#contract/messages/job-closing.ts';
import { today } from '#contract/rules/dates.ts';
import { t } from '#contract/text/languages.ts';
import type { Db } from '../../database/open.ts';
import { selectRecordForUpdate, updateRecord } from '../../database/records.ts';
import type { JobRow } from '../../database/tables/tables.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { mailBody } from '../../platform/mail/body.ts';
import type { MailReasons } from '../../platform/mail/mailer.ts';
import { deleteMailsAbout, stopMails } from '../../platform/mail/outbox.queries.ts';
import { fieldError, HttpError } from '../../platform/runtime/errors.ts';
import { inLanguage } from '../../platform/runtime/languages.ts';
import type { Write } from '../../platform/writes/writes.ts';
import {
  countHired,
  deleteClosingNotes,
  insertClosingNotes,
  insertStoppedNotes,
  selectJobForShare,
  selectWaiting,
} from './job-closing.queries.ts';
import { wasDeleted } from './jobs.queries.ts';

/** How long after the closing its mails wait, in milliseconds: reopening the job until then takes them back. */
const mailDelay = 5 * 60_000;

type ClosingContext = Pick<AppContext, 'mailer' | 'config'>;

/** The last day of a closed job; null while it is open. */
export function closedOn(
  { closed_at, valid_through }: Pick<JobRow, 'closed_at' | 'valid_through'>,
  day: string,
): string | null {
  const ends = [
    closed_at && today(new Date(closed_at)),
    valid_through !== null && valid_through < day && valid_through,
  ];
  return ends.filter((end) => typeof end === 'string').sort()[0] ?? null;
}

export const auditTarget = (job: Pick<JobRow, 'id' | 'position' | 'location'>) => ({
  kind: 'job',
  id: job.id,
  label: `${job.position}, ${job.location}`,
});

/** The link of the mails about a closed job. */
export const closingMailLink = (jobId: number) => `/careers/${jobId}`;

/** Why an applicant is told that a job closed, and that an application came to a stage: the id is the application's. */
export const closingMailReason = 'job closed';
export const stageMailReason = 'stage';

/** An applicant who still waits is told of a job that is still closed, or gone. */
export const closingMailReasons: MailReasons = {
  async [closingMailReason](db, { id, recipient, now }) {
    const waiting = await selectWaiting(db, id);
    if (!waiting || waiting.isHired || waiting.email !== recipient) return false;
    return !waiting.job || closedOn(waiting.job, today(now)) !== null;
  },
};

async function notifyApplicants(
  { mailer, config }: ClosingContext,
  { tx, now, afterCommit }: Write,
  job: JobRow,
): Promise<number> {
  const note = { text: messages.applicantsNotified, created_at: now.toISOString() };
  const applications = await insertClosingNotes(tx, job.id, note);
  // The closing is the later word.
  const ids = applications.map(({ id }) => id);
  await insertStoppedNotes(tx, await stopMails(tx, [stageMailReason], ids), note.created_at);
  // One mail to each person, however often they applied.
  const applicants = [
    ...new Map(applications.map((row) => [row.email.toLowerCase(), row])).values(),
  ];
  const spanishName = job.position_es || job.position;
  const mail = () => ({
    replyTo: config.officeEmail,
    subject: t(`${job.position}: this job is closed`, `${spanishName}: esta vacante está cerrada`),
    link: closingMailLink(job.id),
    sendAt: new Date(now.getTime() + mailDelay),
    // Without names: the address may be someone else's.
    ...mailBody([
      t('Hello,', 'Hola:'),
      t(
        `Thank you for applying for ${job.position} in ${job.location}. The job is closed now, so your application for it goes no further.`,
        `Gracias por enviar su solicitud para ${spanishName} en ${job.location}. Esta vacante ya está cerrada, así que su solicitud no sigue adelante.`,
      ),
      t(
        'You can see our open jobs here, and apply for another one:',
        'Aquí puede ver nuestras vacantes y enviar una solicitud para otra de ellas:',
      ),
      { link: `${config.publicUrl}/careers` },
      t(
        `Questions? Call ${company.phones.general.number}.`,
        `¿Preguntas? Llame al ${company.phones.general.number}.`,
      ),
      company.name,
    ]),
  });
  await mailer.enqueue(
    tx,
    applicants.map(({ id, email, language }) => ({
      ...inLanguage(language, mail),
      ...{ to: email, reason: { kind: closingMailReason, id } },
    })),
  );
  afterCommit(() => mailer.wake());
  return applicants.length;
}

/** Closes an open job that is locked. */
export async function closeJob(
  ctx: ClosingContext,
  write: Write,
  job: JobRow,
  { notifies, reason }: { notifies: boolean; reason: 'admin' | 'filled' },
): Promise<void> {
  const { tx, now, audit, invalidateCache } = write;
  if (closedOn(job, today(now)) !== null) return;
  await updateRecord(tx, 'jobs', job.id, { closed_at: now.toISOString() });
  const notified = notifies ? await notifyApplicants(ctx, write, job) : 0;
  await audit({ action: 'job.close', target: auditTarget(job), detail: { reason, notified } });
  invalidateCache();
}

/**
 * Closes a job when as many of its applicants are hired as it has openings. Call it in the transaction of the hire,
 * after the application's stage is set.
 */
export async function closeFilledJob(
  ctx: ClosingContext,
  write: Write,
  jobId: number,
): Promise<void> {
  const job = await selectRecordForUpdate(write.tx, 'jobs', jobId);
  if (!job || (await countHired(write.tx, jobId)) < job.openings) return;
  await closeJob(ctx, write, job, { notifies: true, reason: 'filled' });
}

/** Reopens a job that is locked; 400 when its last day is over, or its openings are filled. */
export async function reopenJob(write: Write, job: JobRow): Promise<void> {
  const { tx, now, audit, invalidateCache } = write;
  if (closedOn(job, today(now)) === null) return;
  if (job.valid_through !== null && job.valid_through < today(now)) {
    throw fieldError('validation_failed', 'validThrough', messages.dayIsOver);
  }
  if ((await countHired(tx, job.id)) >= job.openings) {
    throw fieldError('validation_failed', 'openings', messages.allFilled);
  }
  await updateRecord(tx, 'jobs', job.id, { closed_at: null });
  if (job.closed_at !== null && Date.parse(job.closed_at) + mailDelay > now.getTime()) {
    await deleteMailsAbout(tx, [closingMailLink(job.id)]);
    await deleteClosingNotes(tx, job.id, job.closed_at);
  }
  await audit({ action: 'job.reopen', target: auditTarget(job) });
  invalidateCache();
}

/**
 * The job that an application is for: it stays open until the transaction ends. Undefined for one that never was; 409
 * when it is closed or deleted.
 */
export async function jobForApplication(
  tx: Db,
  id: number,
  now: Date,
): Promise<JobRow | undefined> {
  const job = await selectJobForShare(tx, id);
  const isClosed = job ? closedOn(job, today(now)) !== null : await wasDeleted(tx, id);
  if (isClosed) throw new HttpError('job_closed');
  return job;
}
