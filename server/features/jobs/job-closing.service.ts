/** A job closes after its last day, by an admin, or by the hire that fills it; its applicants are told once, if the office says so. */

import type { hireApplicant } from '#contract/application-stages.ts';
import { company } from '#contract/company/profile.ts';
import { jobClosing as messages } from '#contract/messages/job-closing.ts';
import { today } from '#contract/rules/dates.ts';
import { t } from '#contract/text/languages.ts';
import { accountKey } from '#contract/text/text-fold.ts';
import type { BodyOf } from '#contract/wire/endpoint.ts';
import type { Db } from '../../database/open.ts';
import { updateRecord } from '../../database/records.ts';
import type { JobRow } from '../../database/tables/tables.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { mailBody } from '../../platform/mail/body.ts';
import type { MailReasons } from '../../platform/mail/mailer.ts';
import { stopMails } from '../../platform/mail/outbox.queries.ts';
import { conflict, fieldError, HttpError } from '../../platform/runtime/errors.ts';
import { inLanguage } from '../../platform/runtime/languages.ts';
import type { Write } from '../../platform/writes/writes.ts';
import {
  countHire,
  deleteClosingNotes,
  insertClosingNotes,
  insertStoppedNotes,
  selectAddresses,
  selectHires,
  selectJobForShare,
  selectPostings,
  selectPostingsForUpdate,
  selectTold,
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
    const waiting = await selectTold(db, id);
    if (waiting?.email !== recipient) return false;
    return !waiting.job || closedOn(waiting.job, today(now)) !== null;
  },
};

/** How many people wait for a decision about a job: one for each address, however often it applied. */
const peopleIn = <Row extends { email: string }>(rows: readonly Row[]) =>
  new Map(rows.map((row) => [accountKey(row.email), row]));

/** Tells the applicants of a job that ends, or ended, and who weren't told before; returns how many people. */
export async function notifyApplicants(
  { mailer, config }: ClosingContext,
  { tx, now, afterCommit }: Write,
  job: JobRow,
): Promise<number> {
  const applications = await selectWaiting(tx, job.id);
  const ids = applications.map(({ id }) => id);
  const note = { text: messages.applicantsNotified, created_at: now.toISOString() };
  await insertClosingNotes(tx, ids, note);
  // The closing is the later word.
  await insertStoppedNotes(tx, await stopMails(tx, [stageMailReason], ids), note.created_at);
  const applicants = [...peopleIn(applications).values()];
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

/** Of each job that has any: how many are hired over its postings, and how many applicants would be told of its end. */
export async function countApplicants(
  db: Db,
): Promise<{ job_id: number; hired: number; waiting: number }[]> {
  const waiting = Map.groupBy(await selectWaiting(db), ({ job_id }) => job_id);
  return (await selectHires(db))
    .map(({ id, hires }) => ({
      ...{ job_id: id, hired: hires, waiting: peopleIn(waiting.get(id) ?? []).size },
    }))
    .filter(({ hired, waiting }) => hired + waiting > 0);
}

/** What a closing did: whether the job was open, and how many applicants get a mail. */
export interface Closing {
  closed: boolean;
  notified: number;
}

/**
 * Closes a job that is locked, and tells its applicants if `tells`, also those of a job that was closed before or ended
 * by its date. The caller enters it in the audit log.
 */
export async function endJob(
  ctx: ClosingContext,
  write: Write,
  job: JobRow,
  tells: boolean,
): Promise<Closing> {
  const { tx, now, invalidateCache } = write;
  const closed = closedOn(job, today(now)) === null;
  if (closed) await updateRecord(tx, 'jobs', job.id, { closed_at: now.toISOString() });
  const notified = tells ? await notifyApplicants(ctx, write, job) : 0;
  if (closed) invalidateCache();
  return { closed, notified };
}

/** Ends a job by an admin or by the hire that fills it. */
export async function closeJob(
  ctx: ClosingContext,
  write: Write,
  job: JobRow,
  { tells, reason }: { tells: boolean; reason: 'admin' | 'filled' },
): Promise<Closing> {
  const { closed, notified } = await endJob(ctx, write, job, tells);
  const detail = { reason, notified };
  if (closed || notified > 0) {
    await write.audit({ action: 'job.close', target: auditTarget(job), detail });
  }
  return { closed, notified };
}

const isFilled = ({ hires, hires_wanted }: Pick<JobRow, 'hires' | 'hires_wanted'>) =>
  hires_wanted !== null && hires >= hires_wanted;

/** The open postings of a job that one more hire fills. */
function filledByNext(postings: readonly JobRow[], now: Date): JobRow[] {
  return postings.filter(
    (job) => closedOn(job, today(now)) === null && isFilled({ ...job, hires: job.hires + 1 }),
  );
}

/**
 * How many are hired for a job over its postings, and, when one more fills it, how many others would be told of its end;
 * `fills` is null when it isn't filled.
 */
export async function previewHire(
  db: Db,
  jobId: number,
  { email, now }: { email: string; now: Date },
): Promise<{ hired: number; fills: number | null }> {
  const postings = await selectPostings(db, jobId).execute();
  const filled = filledByNext(postings, now);
  let waiting = 0;
  for (const { id } of filled) {
    const people = peopleIn(await selectWaiting(db, id));
    people.delete(accountKey(email));
    waiting += people.size;
  }
  return { hired: postings[0]?.hires ?? 0, fills: filled.length > 0 ? waiting : null };
}

/**
 * Counts a hire for a job, over all its postings, and closes those that it fills if `close_job` says so. 409 when
 * another hire came first: `hired` isn't the count any more, or nothing is left to fill. Call it in the transaction of
 * the hire, after the application's stage is set.
 */
export async function recordHire(
  ctx: ClosingContext,
  write: Write,
  jobId: number,
  { hired, close_job }: Pick<BodyOf<typeof hireApplicant>, 'hired' | 'close_job'>,
): Promise<Closing> {
  const { tx, now } = write;
  const postings = await selectPostingsForUpdate(tx, jobId);
  const before = postings[0]?.hires ?? 0;
  const filled = filledByNext(postings, now);
  // A job that is always hiring is the same after another hire.
  const isCounted = postings.some(({ hires_wanted }) => hires_wanted !== null);
  const isLate = close_job !== undefined && filled.length === 0 && postings.some(isFilled);
  if (typeof hired === 'number' ? isCounted && hired !== before : isLate) {
    throw conflict(messages.hiredMeanwhile(before));
  }
  if (postings.length > 0)
    await countHire(
      tx,
      postings.map(({ id }) => id),
    );
  if (close_job === undefined) return { closed: false, notified: 0 };
  let notified = 0;
  for (const job of filled) {
    const closing = { reason: 'filled', tells: close_job === 'tell' } as const;
    notified += (await closeJob(ctx, write, job, closing)).notified;
  }
  return { closed: filled.length > 0, notified };
}

/** Reopens a job that is locked; false when it is open, 400 when its last day is over or its openings are filled. */
export async function reopenJob(write: Write, job: JobRow): Promise<boolean> {
  const { tx, now, audit, invalidateCache } = write;
  if (closedOn(job, today(now)) === null) return false;
  if (job.valid_through !== null && job.valid_through < today(now)) {
    throw fieldError('validation_failed', 'validThrough', messages.dayIsOver);
  }
  requireOpenings(job);
  await updateRecord(tx, 'jobs', job.id, { closed_at: null });
  const rows = await selectAddresses(tx, job.id);
  const stopped = await stopMails(
    tx,
    [closingMailReason],
    rows.map(({ id }) => id),
  );
  // Whose mail was stopped can be told later, of each of their applications.
  const people = peopleIn(rows.filter(({ id }) => stopped.includes(id)));
  const untold = rows.filter(({ email }) => people.has(accountKey(email)));
  await deleteClosingNotes(
    tx,
    untold.map(({ id }) => id),
  );
  await audit({ action: 'job.reopen', target: auditTarget(job) });
  invalidateCache();
  return true;
}

/** 400 when as many are hired as the job is for. */
export function requireOpenings(job: JobRow): void {
  if (isFilled(job)) throw fieldError('validation_failed', 'openings', messages.allFilled);
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
