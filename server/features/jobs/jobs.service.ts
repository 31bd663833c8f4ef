import type { Updateable } from 'kysely';
import type { Job, JobChange, JobInput } from '#contract/jobs.ts';
import * as contract from '#contract/jobs.ts';
import { jobs as messages } from '#contract/messages/jobs.ts';
import type { Db } from '../../database/open.ts';
import { deleteRecord, selectRecordForUpdate, updateRecord } from '../../database/records.ts';
import type { JobsTable } from '../../database/tables/jobs.ts';
import type { JobRow } from '../../database/tables/tables.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { pageOf, type ReadPage } from '../../platform/http/lists.ts';
import { notFound } from '../../platform/runtime/errors.ts';
import {
  type Actor,
  changedColumns,
  currentRow,
  type Write,
  type WriteContext,
  writeTransaction,
} from '../../platform/writes/writes.ts';
import {
  cursorOf,
  insertJob,
  jobColumns,
  selectJob,
  selectJobs,
  unpinned,
} from './jobs.queries.ts';

function toDto(row: JobRow): Job {
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
    pinned: row.pinned as Job['pinned'],
    pinOrder: row.pin_order,
    version: row.version,
  };
}

/** All jobs, pinned ones first, then newest first. */
export async function allJobs(db: Db): Promise<Job[]> {
  return (await selectJobs(db)).map(toDto);
}

/** Jobs in pages. The cursor's `at` is `rank date`. */
export function listJobs({ db }: Pick<AppContext, 'db'>): ReadPage<Job> {
  return async (before, limit) => {
    // Older cursors contain only the date.
    const [, rank, date = ''] = /^(?:(\d{1,4}) )?(.*)$/.exec(before?.at ?? '') ?? [];
    const after = before && { rank: Number(rank ?? unpinned), date, id: before.id };
    const rows = await selectJobs(db, { limit: limit + 1, before: after });
    const { rows: page, end } = pageOf(rows, limit, (row) => {
      const cursor = cursorOf(row);
      return { at: `${cursor.rank} ${cursor.date}`, id: cursor.id };
    });
    return { rows: page.map(toDto), end };
  };
}

/** Returns a job; 404 when it is not listed. */
export async function getJob(db: Db, id: number): Promise<Job> {
  const row = await selectJob(db, id);
  if (!row) throw notFound(messages.gone);
  return toDto(row);
}

const auditTarget = (id: number, job: Pick<JobInput, 'position' | 'location'>) => ({
  kind: 'job',
  id,
  label: `${job.position}, ${job.location}`,
});

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
  await audit({ action: 'job.create', target: auditTarget(id, body) });
  invalidateCache();
  return id;
}

/** Changes the keys that are sent; 409 with the current job when the version is stale. */
export async function updateJob(
  ctx: WriteContext,
  id: number,
  change: JobChange,
  actor: Actor,
): Promise<{ message: string }> {
  return writeTransaction(ctx, actor, async (write) => {
    await changeJob(write, id, change);
    return { message: messages.updated };
  });
}

/** Changes a job in the write of the caller. */
export async function changeJob(
  { tx, audit, invalidateCache }: Write,
  id: number,
  { version, ...fields }: JobChange,
): Promise<void> {
  const before = await currentRow(
    await selectRecordForUpdate(tx, 'jobs', id),
    version,
    toDto,
    messages.gone,
  );
  const change = changedColumns(before, jobColumns(fields)) as Updateable<JobsTable>;
  if (Object.keys(change).length === 0) return;
  await updateRecord(tx, 'jobs', id, change);
  const after = { ...before, ...change } as JobRow;
  await audit({
    action: 'job.update',
    target: auditTarget(id, after),
    detail: { changed: Object.keys(changedColumns(toDto(before), toDto(after))) },
  });
  invalidateCache();
}

/** Deletes a job; its applications stay. */
export async function deleteJob(
  ctx: WriteContext,
  id: number,
  actor: Actor,
): Promise<{ message: string }> {
  return writeTransaction(ctx, actor, async ({ tx, audit, invalidateCache }) => {
    const job = await deleteRecord(tx, 'jobs', id);
    if (!job) throw notFound(messages.gone);
    await audit({ action: 'job.delete', target: auditTarget(id, job) });
    invalidateCache();
    return { message: messages.deleted };
  });
}
