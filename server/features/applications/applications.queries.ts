import type { Insertable, Selectable } from 'kysely';
import type { ReferenceInput, WorkExperienceInput } from '#contract/applications.ts';
import type { Db, Engine } from '../../database/open.ts';
import type {
  ApplicationRow,
  ApplicationsTable,
  WorkExperiencesTable,
  WorkReferencesTable,
} from '../../database/tables.ts';

export type WorkExperienceRow = Selectable<WorkExperiencesTable>;
export type WorkReferenceRow = Selectable<WorkReferencesTable>;

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

/** Applications, newest first; those after `before` when it is given. */
export async function selectApplications(
  db: Db,
  limit: number,
  before: { at: string; id: number } | null,
): Promise<ApplicationRow[]> {
  let query = db
    .selectFrom('applications')
    .selectAll()
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

/** Work experience of those applications, in the order in which it was given. */
export async function selectExperiences(
  db: Db,
  applicationIds: readonly number[],
): Promise<WorkExperienceRow[]> {
  if (applicationIds.length === 0) return [];
  return db
    .selectFrom('work_experiences')
    .selectAll()
    .where('application_id', 'in', applicationIds)
    .orderBy('id')
    .execute();
}

/** References of those applications, in the order in which they were given. */
export async function selectReferences(
  db: Db,
  applicationIds: readonly number[],
): Promise<WorkReferenceRow[]> {
  if (applicationIds.length === 0) return [];
  return db
    .selectFrom('work_references')
    .selectAll()
    .where('application_id', 'in', applicationIds)
    .orderBy('id')
    .execute();
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
