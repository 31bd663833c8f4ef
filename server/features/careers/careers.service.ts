import type { Job, JobChange, JobInput } from '#contract/careers.ts';
import { careers as say } from '#contract/messages/careers.ts';
import { general } from '#contract/messages/general.ts';
import type { Db } from '../../database/open.ts';
import type { JobRow } from '../../database/tables.ts';
import { recordAudit } from '../../platform/audit.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import type { Ground } from '../../platform/ground.ts';
import { changeJob, insertJob, removeJob, selectJob, selectJobs } from './careers.queries.ts';

export interface Actor {
  userId: number;
  ip: string;
}

function present(row: JobRow): Job {
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
    version: row.version,
  };
}

/** All jobs, or `limit` of them after the job `before`. */
export async function listJobs(
  db: Db,
  page: { limit?: number; before?: { date: string; id: number } | null } = {},
): Promise<Job[]> {
  return (await selectJobs(db, page)).map(present);
}

/** One job; 404 when it is not listed. */
export async function getJob(db: Db, id: number): Promise<Job> {
  const row = await selectJob(db, id);
  if (!row) throw notFound(say.gone);
  return present(row);
}

/** Posts a job in the caller's transaction. */
export async function createJob(tx: Db, job: JobInput, actor: Actor, now: Date): Promise<number> {
  const id = await insertJob(tx, job, now.toISOString());
  await recordAudit(tx, now, { ...actor, action: 'job.create', target: { kind: 'job', id } });
  return id;
}

/** Changes a job; a stale version is 409 with the job as it is now. */
export async function updateJob(
  ground: Ground,
  id: number,
  change: JobChange,
  actor: Actor,
): Promise<void> {
  const { version, ...fields } = change;
  await ground.db.transaction().execute(async (tx) => {
    if (!(await changeJob(tx, id, fields, version))) {
      throw conflict(general.stale, await getJob(tx, id));
    }
    await recordAudit(tx, ground.now(), {
      ...actor,
      action: 'job.update',
      target: { kind: 'job', id },
      detail: { changed: Object.keys(fields) },
    });
  });
  ground.kept.forget();
}

/** Takes a job down; its applications stay. */
export async function deleteJob(ground: Ground, id: number, actor: Actor): Promise<void> {
  await ground.db.transaction().execute(async (tx) => {
    if (!(await removeJob(tx, id))) throw notFound(say.gone);
    await recordAudit(tx, ground.now(), {
      ...actor,
      action: 'job.delete',
      target: { kind: 'job', id },
    });
  });
  ground.kept.forget();
}
