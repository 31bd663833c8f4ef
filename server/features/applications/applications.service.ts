import type { ApplicationInput } from '#contract/applications.ts';
import { applications as messages } from '#contract/messages/applications.ts';
import { badgesEvent } from '#contract/portal.ts';
import type { Db } from '../../database/open.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Cursor } from '../../platform/cursor.ts';
import { notFound } from '../../platform/errors.ts';
import { runIdempotent } from '../../platform/idempotency.ts';
import { type JsonPage, jsonPage, streamJson } from '../../platform/json-stream.ts';
import type { TemporaryFile } from '../../platform/uploads/receive-upload.ts';
import { createObject, deleteBytes, forgetObject, storeObject } from '../files/files.service.ts';
import {
  countUnopened,
  deleteApplicationRow,
  insertApplication,
  markOpened,
  selectApplicant,
  selectApplications,
  selectJobForShare,
} from './applications.queries.ts';

/** Rows per chunk of the streamed list. */
const chunkSize = 200;

export interface ApplicationRequest {
  body: ApplicationInput;
  upload: TemporaryFile | null;
  /** Idempotency-Key. */
  key: string | undefined;
  ip: string;
}

/** Stores an application with its resume, once per Idempotency-Key. */
export async function sendApplication(
  ctx: AppContext,
  { body, upload, key, ip }: ApplicationRequest,
): Promise<{ message: string; id: number }> {
  const now = ctx.now();
  const request = {
    caller: 'public',
    call: 'sendApplication',
    key,
    body: { ...body, resume: upload?.sha256 ?? null },
    status: 201,
  };
  const reply = await storeObject(ctx, 'resumes', upload, (resume) =>
    runIdempotent(ctx.db, now, request, async (tx) => {
      // Inside the transaction, so that retries don't count.
      await ctx.limits.countForm('sendApplication', ip);
      const { workExperiences, references, job_id, ...fields } = body;
      const job = job_id === null ? undefined : await selectJobForShare(tx, ctx.engine, job_id);
      if (resume) await createObject(tx, resume);
      const row = {
        ...fields,
        car_hauling_experience_years: fields.car_hauling_experience_years ?? 0,
        created_at: now.toISOString(),
        job_id: job?.id ?? null,
        position: job?.position ?? null,
        resume_path: resume?.key ?? null,
      };
      const id = await insertApplication(tx, row, workExperiences, references);
      const target = { kind: 'application', id, label: labelOf(row) };
      await recordAudit(tx, now, { userId: null, ip, action: 'application.create', target });
      return { message: messages.submitted, id };
    }),
  );
  ctx.realtime.toAdmins(badgesEvent);
  return reply;
}

/** Counts applications that no admin has opened. */
export async function countNewApplications(db: Db): Promise<number> {
  return countUnopened(db);
}

/** Marks an application as opened for all admins; 404 when there is none. */
export async function openApplication(
  ctx: AppContext,
  id: number,
  actor: { userId: number; ip: string },
): Promise<void> {
  const wasNew = await ctx.db.transaction().execute(async (tx) => {
    const now = ctx.now();
    const applicant = await selectApplicant(tx, id);
    if (!applicant) throw notFound();
    const opened = { opened_at: now.toISOString(), opened_by: actor.userId };
    if (!(await markOpened(tx, id, opened))) return false;
    const target = { kind: 'application', id, label: labelOf(applicant) };
    await recordAudit(tx, now, { ...actor, action: 'application.open', target });
    return true;
  });
  if (wasNew) ctx.realtime.toAdmins(badgesEvent);
}

/** The audit label of an application. */
function labelOf(applicant: {
  first_name: string;
  last_name: string;
  position: string | null;
}): string {
  const { first_name, last_name, position } = applicant;
  return [`${first_name} ${last_name}`, position].filter(Boolean).join(', ');
}

/** Returns one page of applications as JSON, newest first. */
export async function listApplications(
  { db, engine }: Pick<AppContext, 'db' | 'engine'>,
  limit: number,
  before: Cursor | null,
): Promise<JsonPage> {
  const found = await selectApplications(db, engine, limit + 1, before);
  return jsonPage(found, limit, (row) => ({ at: row.created_at, id: row.id }));
}

/** Streams all applications as one JSON list. */
export function allApplications(ctx: Pick<AppContext, 'db' | 'engine'>): AsyncGenerator<string> {
  return streamJson((before) => listApplications(ctx, chunkSize, before));
}

/** Deletes an application, its rows and its resume; 404 when there is none. */
export async function deleteApplication(
  ctx: AppContext,
  id: number,
  actor: { userId: number; ip: string },
): Promise<void> {
  const resume = await ctx.db.transaction().execute(async (tx) => {
    const row = await deleteApplicationRow(tx, id);
    if (!row) throw notFound();
    if (row.resume_path) await forgetObject(tx, row.resume_path);
    const target = { kind: 'application', id, label: labelOf(row) };
    await recordAudit(tx, ctx.now(), { ...actor, action: 'application.delete', target });
    return row.resume_path;
  });
  ctx.realtime.toAdmins(badgesEvent);
  if (resume) await deleteBytes(ctx, resume);
}
