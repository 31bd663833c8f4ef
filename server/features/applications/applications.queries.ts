import type { Insertable } from 'kysely';
import {
  applicationFlags,
  type ReferenceInput,
  type WorkExperienceInput,
} from '#contract/applications.ts';
import { jsonRow, jsonRows } from '../../database/json.ts';
import type { Db, Engine } from '../../database/open.ts';
import type { ApplicationRow, ApplicationsTable } from '../../database/tables.ts';

/** The job that an application is for, held until the end of the transaction; undefined when it is gone. */
export async function holdJob(
  tx: Db,
  engine: Engine,
  id: number,
): Promise<{ id: number; position: string } | undefined> {
  const query = tx.selectFrom('jobs').select(['id', 'position']).where('id', '=', id);
  // SQLite has one writer at a time; on PostgreSQL the job could go before the application comes.
  return (engine === 'postgres' ? query.forKeyShare() : query).executeTakeFirst();
}

/** Stores an application with its rows. */
export async function insertApplication(
  tx: Db,
  row: Insertable<ApplicationsTable>,
  experiences: readonly WorkExperienceInput[],
  references: readonly ReferenceInput[],
): Promise<number> {
  const { id } = await tx
    .insertInto('applications')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow();
  if (experiences.length > 0) {
    const rows = experiences.map((entry) => ({ ...entry, application_id: id }));
    await tx.insertInto('work_experiences').values(rows).execute();
  }
  if (references.length > 0) {
    const rows = references.map((entry) => ({ ...entry, application_id: id }));
    await tx.insertInto('work_references').values(rows).execute();
  }
  return id;
}

const experienceColumns = [
  'id',
  'company',
  'position',
  'from_date',
  'to_date',
  'is_current',
  'description',
] as const;
const referenceColumns = [
  'id',
  'first_name',
  'last_name',
  'phone',
  'email',
  'relationship',
] as const;
const applicationColumns = [
  'id',
  'created_at',
  'job_id',
  'position',
  'resume_path',
  'first_name',
  'middle_initial',
  'last_name',
  'phone',
  'email',
  'street_address',
  'city',
  'state',
  'zipcode',
  'gender',
  'race',
  ...applicationFlags,
  'cdl_license_number',
  'cdl_license_state',
  'cdl_expiration_date',
  'car_hauling_experience_years',
  'driver_license_number',
  'driver_license_state',
  'driver_license_expiration',
] as const satisfies readonly (keyof ApplicationRow)[];

/** An application as the wire has it, already JSON, and its place in the order. */
export interface ApplicationText {
  id: number;
  created_at: string;
  json: string;
}

/**
 * Applications, newest first; those after `before` when it is given.
 * The database writes the JSON: making row objects and writing them out took most of the time of a long list.
 */
export async function selectApplications(
  db: Db,
  engine: Engine,
  limit: number,
  before: { at: string; id: number } | null,
): Promise<ApplicationText[]> {
  let query = db
    .selectFrom('applications')
    .select(['id', 'created_at'])
    .select(
      jsonRow(engine, 'applications', applicationColumns, {
        work_experiences: jsonRows(
          engine,
          'work_experiences',
          experienceColumns,
          'application_id',
          'applications',
        ),
        work_references: jsonRows(
          engine,
          'work_references',
          referenceColumns,
          'application_id',
          'applications',
        ),
      }).as('json'),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  if (before) {
    // As a pair, so that the index finds the place.
    query = query.where((eb) =>
      eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(before.at, before.id)),
    );
  }
  return query.execute();
}

/** Takes an application with its rows away; undefined when it is gone already. */
export async function removeApplication(
  tx: Db,
  id: number,
): Promise<{ resume_path: string | null } | undefined> {
  return tx
    .deleteFrom('applications')
    .where('id', '=', id)
    .returning('resume_path')
    .executeTakeFirst();
}

/** How many applications came after the instant. */
export async function countApplications(db: Db, after: string): Promise<number> {
  const { count } = await db
    .selectFrom('applications')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('created_at', '>', after)
    .executeTakeFirstOrThrow();
  return Number(count);
}
