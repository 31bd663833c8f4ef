import type { JobInput } from '#contract/careers.ts';
import type { Db } from '../../database/open.ts';
import type { JobRow } from '../../database/tables.ts';

/** Jobs, newest date first; with `limit` those after the given one. */
export async function selectJobs(
  db: Db,
  page: { limit?: number; before?: { date: string; id: number } | null } = {},
): Promise<JobRow[]> {
  let query = db
    .selectFrom('jobs')
    .selectAll()
    .orderBy('date_posted', 'desc')
    .orderBy('id', 'desc');
  const { before, limit } = page;
  if (before) {
    query = query.where((eb) =>
      eb.or([
        eb('date_posted', '<', before.date),
        eb.and([eb('date_posted', '=', before.date), eb('id', '<', before.id)]),
      ]),
    );
  }
  if (limit !== undefined) query = query.limit(limit);
  return query.execute();
}

/** One job. */
export async function selectJob(db: Db, id: number): Promise<JobRow | undefined> {
  return db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst();
}

function columns(job: Partial<JobInput>) {
  return {
    position: job.position,
    location: job.location,
    department: job.department,
    date_posted: job.datePosted,
    company_information: job.companyInformation,
    role_information: job.roleInformation,
    job_responsibilities: job.jobResponsibilities,
    skills: job.skills,
    description_of_benefits: job.descriptionOfBenefits,
    company_culture: job.companyCulture,
  };
}

/** Stores a job. */
export async function insertJob(tx: Db, job: JobInput, now: string): Promise<number> {
  const { id } = await tx
    .insertInto('jobs')
    .values({
      ...(columns(job) as Required<{ [K in keyof ReturnType<typeof columns>]: string }>),
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Changes the keys that are set; false when the version is stale or the job is gone. */
export async function changeJob(
  tx: Db,
  id: number,
  change: Partial<JobInput>,
  version: number | null | undefined,
): Promise<boolean> {
  const set = Object.fromEntries(
    Object.entries(columns(change)).filter(([, value]) => value !== undefined),
  );
  let query = tx
    .updateTable('jobs')
    .set((eb) => ({ ...set, version: eb('version', '+', Object.keys(set).length > 0 ? 1 : 0) }))
    .where('id', '=', id);
  if (version) query = query.where('version', '=', version);
  return (await query.returning('id').execute()).length > 0;
}

/** Takes a job away; the database keeps its applications without it. */
export async function removeJob(tx: Db, id: number): Promise<boolean> {
  return (await tx.deleteFrom('jobs').where('id', '=', id).returning('id').execute()).length > 0;
}
