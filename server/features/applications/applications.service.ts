import type { ApplicationInput } from '#contract/applications.ts';
import { applications as say } from '#contract/messages/applications.ts';
import { badgesEvent } from '#contract/portal.ts';
import type { Db } from '../../database/open.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Cursor } from '../../platform/cursor.ts';
import { notFound } from '../../platform/errors.ts';
import type { Ground } from '../../platform/ground.ts';
import { type JsonPage, jsonPage, jsonPieces } from '../../platform/json-pieces.ts';
import { once } from '../../platform/replays.ts';
import type { TemporaryFile } from '../../platform/uploads.ts';
import { addObject, dropBytes, forgetObject, storeObject } from '../files/files.service.ts';
import {
  countApplications,
  holdJob,
  insertApplication,
  removeApplication,
  selectApplications,
} from './applications.queries.ts';

const piece = 200;

export interface Sent {
  body: ApplicationInput;
  upload: TemporaryFile | null;
  /** Idempotency-Key. */
  key: string | undefined;
  ip: string;
}

/** Stores an application with its resume, once per Idempotency-Key. */
export async function sendApplication(
  ground: Ground,
  { body, upload, key, ip }: Sent,
): Promise<{ message: string; id: number }> {
  const now = ground.now();
  const attempt = {
    caller: 'public',
    call: 'sendApplication',
    key,
    body: { ...body, resume: upload?.sha256 ?? null },
    status: 201,
  };
  const sent = await storeObject(ground, 'resumes', upload, (resume) =>
    once(ground.db, now, attempt, async (tx) => {
      // Only what is new counts: the answer to a retry is owed.
      await ground.limits.countForm('sendApplication', ip);
      const { workExperiences, references, job_id, ...fields } = body;
      const job = job_id === null ? undefined : await holdJob(tx, ground.engine, job_id);
      if (resume) await addObject(tx, resume);
      const row = {
        ...fields,
        car_hauling_experience_years: fields.car_hauling_experience_years ?? 0,
        created_at: now.toISOString(),
        job_id: job?.id ?? null,
        position: job?.position ?? null,
        resume_path: resume?.key ?? null,
      };
      const id = await insertApplication(tx, row, workExperiences, references);
      const target = { kind: 'application', id };
      await recordAudit(tx, now, { userId: null, ip, action: 'application.create', target });
      return { message: say.submitted, id };
    }),
  );
  ground.realtime.toAdmins(badgesEvent);
  return sent;
}

/** How many applications there are that came after the instant; all of them for null. */
export async function countApplicationsAfter(db: Db, instant: string | null): Promise<number> {
  return countApplications(db, instant ?? '');
}

/** One page of applications as a JSON list, newest first. */
export async function listApplications(
  { db, engine }: Pick<Ground, 'db' | 'engine'>,
  limit: number,
  before: Cursor | null,
): Promise<JsonPage> {
  const found = await selectApplications(db, engine, limit + 1, before);
  return jsonPage(found, limit, (row) => ({ at: row.created_at, id: row.id }));
}

/** All applications, as pieces of one JSON list. */
export function allApplications(ground: Pick<Ground, 'db' | 'engine'>): AsyncGenerator<string> {
  return jsonPieces((before) => listApplications(ground, piece, before));
}

/** Deletes an application, its rows and its resume; 404 when it is gone. */
export async function deleteApplication(
  ground: Ground,
  id: number,
  actor: { userId: number; ip: string },
): Promise<void> {
  const resume = await ground.db.transaction().execute(async (tx) => {
    const removed = await removeApplication(tx, id);
    if (!removed) throw notFound();
    if (removed.resume_path) await forgetObject(tx, removed.resume_path);
    const target = { kind: 'application', id };
    await recordAudit(tx, ground.now(), { ...actor, action: 'application.delete', target });
    return removed.resume_path;
  });
  ground.realtime.toAdmins(badgesEvent);
  if (resume) await dropBytes(ground, resume);
}
