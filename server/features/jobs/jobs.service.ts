import type { Updateable } from 'kysely';
import { repostJob as repostJobCall } from '#contract/job-closing.ts';
import type { Job, JobChange, JobInput } from '#contract/jobs.ts';
import * as contract from '#contract/jobs.ts';
import { jobClosing } from '#contract/messages/job-closing.ts';
import { jobs as messages } from '#contract/messages/jobs.ts';
import { today } from '#contract/rules/dates.ts';
import type { BodyOf } from '#contract/wire/endpoint.ts';
import type { Db } from '../../database/open.ts';
import {
  deleteRecord,
  insertRecord,
  selectRecordForUpdate,
  updateRecord,
} from '../../database/records.ts';
import type { JobsTable } from '../../database/tables/jobs.ts';
import type { JobRow } from '../../database/tables/tables.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { pageOf, type ReadPage } from '../../platform/http/lists.ts';
import { HttpError, notFound } from '../../platform/runtime/errors.ts';
import {
  type Actor,
  changedColumns,
  currentRow,
  type Write,
  type WriteContext,
  writeTransaction,
} from '../../platform/writes/writes.ts';
import {
  auditTarget,
  closedOn,
  closeJob,
  endJob,
  notifyApplicants,
  reopenJob,
  requireOpenings,
} from './job-closing.service.ts';
import {
  cursorOf,
  insertDeletedJob,
  insertJob,
  type JobStatus,
  jobColumns,
  selectJob,
  selectJobs,
  unpinned,
  wasDeleted,
} from './jobs.queries.ts';

export { selectJobForShare } from './job-closing.queries.ts';
export {
  closingMailReason,
  closingMailReasons,
  countApplicants,
  jobForApplication,
  previewHire,
  recordHire,
  stageMailReason,
} from './job-closing.service.ts';
export { selectSpanishPosition } from './jobs.queries.ts';

/** A job as it is on a day. */
const dtoOn = (day: string) => (row: JobRow) => toDto(row, day);

function toDto(row: JobRow, day: string): Job {
  return {
    id: row.id,
    position: row.position,
    location: row.location,
    department: row.department as Job['department'],
    datePosted: row.date_posted,
    companyInformation: row.company_information,
    roleInformation: row.role_information,
    jobResponsibilities: row.job_responsibilities,
    skills: row.skills,
    descriptionOfBenefits: row.description_of_benefits,
    companyCulture: row.company_culture,
    payMin: row.pay_min_cents === null ? null : row.pay_min_cents / 100,
    payMax: row.pay_max_cents === null ? null : row.pay_max_cents / 100,
    payPeriod: row.pay_period as Job['payPeriod'],
    homeTime: row.home_time,
    shift: row.shift,
    employmentType: row.employment_type as Job['employmentType'],
    validThrough: row.valid_through,
    openings: row.hires_wanted,
    closedOn: closedOn(row, day),
    pinned: row.pinned as Job['pinned'],
    pinOrder: row.pin_order,
    positionEs: row.position_es || undefined,
    homeTimeEs: row.home_time_es || undefined,
    shiftEs: row.shift_es || undefined,
    companyInformationEs: row.company_information_es || undefined,
    roleInformationEs: row.role_information_es || undefined,
    jobResponsibilitiesEs: row.job_responsibilities_es || undefined,
    skillsEs: row.skills_es || undefined,
    descriptionOfBenefitsEs: row.description_of_benefits_es || undefined,
    companyCultureEs: row.company_culture_es || undefined,
    version: row.version,
  };
}

type ReadContext = Pick<AppContext, 'db' | 'now'>;

/** All jobs or those of a status, pinned ones first, then newest first. */
export async function allJobs(db: Db, now: Date, status: JobStatus = 'all'): Promise<Job[]> {
  const day = today(now);
  return (await selectJobs(db, { status, day })).map(dtoOn(day));
}

/** Jobs of a status in pages. The cursor's `at` is `rank date`. */
export function listJobs({ db, now }: ReadContext, status: JobStatus): ReadPage<Job> {
  return async (before, limit) => {
    const day = today(now());
    // Older cursors contain only the date.
    const [, rank, date = ''] = /^(?:(\d{1,4}) )?(.*)$/.exec(before?.at ?? '') ?? [];
    const after = before && { rank: Number(rank ?? unpinned), date, id: before.id };
    const rows = await selectJobs(db, { status, day, limit: limit + 1, before: after });
    const { rows: page, end } = pageOf(rows, limit, (row) => {
      const cursor = cursorOf(row);
      return { at: `${cursor.rank} ${cursor.date}`, id: cursor.id };
    });
    return { rows: page.map(dtoOn(day)), end };
  };
}

/** Returns a job, open or closed; 404 when there is none, with a code of its own when it was deleted. */
export async function getJob({ db, now }: ReadContext, id: number): Promise<Job> {
  const row = await selectJob(db, id);
  if (row) return toDto(row, today(now()));
  throw (await wasDeleted(db, id)) ? new HttpError('job_deleted') : notFound(messages.gone);
}

/** Posts a job, once per Idempotency-Key. */
export async function createJob(
  ctx: WriteContext,
  body: JobInput,
  actor: Actor,
  key: string | undefined,
): Promise<{ message: string; id: number }> {
  const call = { endpoint: contract.createJob, key, body };
  const add = async (write: Write) => ({ message: messages.added, id: await addJob(write, body) });
  return writeTransaction(ctx, actor, add, call);
}

/** Posts a job in the write of the caller. */
export async function addJob(
  { tx, now, audit, invalidateCache }: Write,
  body: JobInput,
): Promise<number> {
  const id = await insertJob(tx, body, now.toISOString());
  await audit({ action: 'job.create', target: auditTarget({ id, ...body }) });
  invalidateCache();
  return id;
}

/** Changes the keys that are sent; 409 with the current job when the version is stale. */
export async function updateJob(
  ctx: AppContext,
  id: number,
  { closed, notify, ...change }: JobChange,
  actor: Actor,
): Promise<{ message: string }> {
  return writeTransaction(ctx, actor, async (write) => {
    const job = await changeJob(write, id, change);
    if (closed === undefined) return { message: messages.updated };
    if (closed === 1) {
      const closing = { tells: notify !== 0, reason: 'admin' } as const;
      return { message: jobClosing.closing(await closeJob(ctx, write, job, closing)) };
    }
    const isReopened = await reopenJob(write, job);
    return { message: isReopened ? jobClosing.reopened : jobClosing.isOpen };
  });
}

/** Changes a job in the write of the caller and returns it. */
export async function changeJob(
  write: Write,
  id: number,
  { version, ...fields }: Omit<JobChange, 'closed' | 'notify'>,
): Promise<JobRow> {
  const { tx, now, audit, invalidateCache } = write;
  const onDay = dtoOn(today(now));
  const before = await currentRow(
    await selectRecordForUpdate(tx, 'jobs', id),
    version,
    onDay,
    messages.gone,
  );
  const change = changedColumns(before, jobColumns(fields)) as Updateable<JobsTable>;
  if (Object.keys(change).length === 0) return before;
  await updateRecord(tx, 'jobs', id, change);
  const after = { ...before, ...change } as JobRow;
  await audit({
    action: 'job.update',
    target: auditTarget(after),
    detail: { changed: Object.keys(changedColumns(onDay(before), onDay(after))) },
  });
  invalidateCache();
  return after;
}

/** Posts a job again with today's date, and closes the earlier posting, whose date stays. Hires count for both. */
export async function repostJob(
  ctx: AppContext,
  id: number,
  { version, notify }: BodyOf<typeof repostJobCall>,
  actor: Actor,
  key: string | undefined,
): Promise<{ message: string; id: number }> {
  const repost = async (write: Write) => {
    const { tx, now, audit, invalidateCache } = write;
    const day = today(now);
    const stored = await selectRecordForUpdate(tx, 'jobs', id);
    const job = await currentRow(stored, version, dtoOn(day), messages.gone);
    const { id: _id, version: _version, closed_at: _closed, ...posting } = job;
    requireOpenings(job);
    const isOver = job.valid_through !== null && job.valid_through < day;
    const copy = await insertRecord(tx, 'jobs', {
      ...posting,
      first_posting: job.first_posting ?? id,
      date_posted: day,
      valid_through: isOver ? null : job.valid_through,
      created_at: now.toISOString(),
    });
    const { closed, notified } = await endJob(ctx, write, job, notify === 1);
    // The higher version refuses a second admin who reposts it at the same time.
    if (!closed) await updateRecord(tx, 'jobs', id, {});
    const target = auditTarget({ ...job, id: copy });
    await audit({ action: 'job.repost', target, detail: { earlier: id, notified } });
    invalidateCache();
    return { message: jobClosing.reposted(notified), id: copy };
  };
  const call = { endpoint: repostJobCall, key, body: { id, notify, version } };
  return writeTransaction(ctx, actor, repost, call);
}

/** Deletes a job; its applications stay, and its page says that it is closed. With `tells` who waits is mailed. */
export async function deleteJob(
  ctx: AppContext,
  id: number,
  tells: boolean,
  actor: Actor,
): Promise<{ message: string }> {
  return writeTransaction(ctx, actor, async (write) => {
    const { tx, now, audit, invalidateCache } = write;
    const job = await selectRecordForUpdate(tx, 'jobs', id);
    if (!job) throw notFound(messages.gone);
    // Before the row goes, and with it what its applications are for.
    const notified = tells ? await notifyApplicants(ctx, write, job) : 0;
    await deleteRecord(tx, 'jobs', id);
    await insertDeletedJob(tx, id, now.toISOString());
    await audit({ action: 'job.delete', target: auditTarget(job), detail: { notified } });
    invalidateCache();
    return { message: jobClosing.withMails(messages.deleted, notified) };
  });
}
