import { type Insertable, sql } from 'kysely';
import type { JobInput } from '#contract/jobs.ts';
import type { Db } from '../../database/open.ts';
import { insertRecord } from '../../database/records.ts';
import type { JobsTable } from '../../database/tables/jobs.ts';
import type { JobRow } from '../../database/tables/tables.ts';

/** A job's sort key: by rank, then newest date first. */
export interface JobCursor {
  /** The pin order of a pinned job; `unpinned` for the rest. */
  rank: number;
  date: string;
  id: number;
}

const pinnedLast = 1000;
/** The rank of jobs that are not pinned. */
export const unpinned = 1001;

export function cursorOf(row: JobRow): JobCursor {
  const rank = row.pinned === 1 ? (row.pin_order ?? pinnedLast) : unpinned;
  return { rank, date: row.date_posted, id: row.id };
}

const rankColumn = sql<number>`case when pinned = 1 then coalesce(pin_order, ${sql.lit(pinnedLast)}) else ${sql.lit(unpinned)} end`;

export type JobStatus = 'open' | 'closed' | 'all';

interface JobPage {
  status?: JobStatus;
  /** Today, by which a job with a last day is open or closed. */
  day: string;
  limit?: number;
  before?: JobCursor | null;
}

/** Lists jobs, pinned ones first, then newest date first, after `before`. */
export async function selectJobs(
  db: Db,
  { status = 'all', day, before, limit }: JobPage,
): Promise<JobRow[]> {
  let query = db
    .selectFrom('jobs')
    .selectAll()
    .orderBy(rankColumn)
    .orderBy('date_posted', 'desc')
    .orderBy('id', 'desc');
  if (status !== 'all') {
    query = query.where((eb) => {
      const isOpen = eb.and([
        eb('closed_at', 'is', null),
        eb.or([eb('valid_through', 'is', null), eb('valid_through', '>=', day)]),
      ]);
      return status === 'open' ? isOpen : eb.not(isOpen);
    });
  }
  if (before) {
    query = query.where((eb) =>
      eb.or([
        eb(rankColumn, '>', before.rank),
        eb.and([eb(rankColumn, '=', before.rank), eb('date_posted', '<', before.date)]),
        eb.and([
          eb(rankColumn, '=', before.rank),
          eb('date_posted', '=', before.date),
          eb('id', '<', before.id),
        ]),
      ]),
    );
  }
  if (limit !== undefined) query = query.limit(limit);
  return query.execute();
}

export async function selectJob(db: Db, id: number): Promise<JobRow | undefined> {
  return db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst();
}

/** An application's job: its name then, and its id while it exists. */
export interface AppliedFor {
  position: string | null;
  job_id: number | null;
}

/** The Spanish of the name of an application's job: the job's own, else that of the newest job with the name. */
export async function selectSpanishPosition(
  db: Db,
  { position, job_id }: AppliedFor,
): Promise<string | undefined> {
  const job = await db
    .selectFrom('jobs')
    .select('position_es')
    .where('position', '=', position ?? '')
    .where('position_es', '!=', '')
    .orderBy((eb) =>
      eb
        .case()
        .when('id', '=', job_id ?? 0)
        .then(eb.lit(0))
        .else(eb.lit(1))
        .end(),
    )
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return job?.position_es;
}

const cents = (dollars: number | null | undefined) =>
  typeof dollars === 'number' ? Math.round(dollars * 100) : dollars;

/** Converts fields to columns; missing fields become undefined. */
export function jobColumns(job: Partial<JobInput>) {
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
    pay_min_cents: cents(job.payMin),
    pay_max_cents: cents(job.payMax),
    pay_period: job.payPeriod,
    home_time: job.homeTime,
    shift: job.shift,
    employment_type: job.employmentType,
    valid_through: job.validThrough,
    hires_wanted: job.openings,
    pinned: job.pinned,
    pin_order: job.pinOrder,
    position_es: job.positionEs,
    home_time_es: job.homeTimeEs,
    shift_es: job.shiftEs,
    company_information_es: job.companyInformationEs,
    role_information_es: job.roleInformationEs,
    job_responsibilities_es: job.jobResponsibilitiesEs,
    skills_es: job.skillsEs,
    description_of_benefits_es: job.descriptionOfBenefitsEs,
    company_culture_es: job.companyCultureEs,
  };
}

export async function insertJob(tx: Db, job: JobInput, now: string): Promise<number> {
  return insertRecord(tx, 'jobs', { ...jobColumns(job), created_at: now } as Insertable<JobsTable>);
}

/** Keeps the trace of a deleted job. */
export async function insertDeletedJob(tx: Db, id: number, now: string): Promise<void> {
  const row = { job_id: id, deleted_at: now };
  // SQLite gives the highest id again.
  await tx
    .insertInto('deleted_jobs')
    .values(row)
    .onConflict((conflict) => conflict.column('job_id').doUpdateSet(row))
    .execute();
}

export async function wasDeleted(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('deleted_jobs')
    .select('job_id')
    .where('job_id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}
