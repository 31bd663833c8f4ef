import { type Insertable, sql } from 'kysely';
import {
  application,
  type WorkExperienceInput,
  type WorkReferenceInput,
  workExperience,
  workReference,
} from '#contract/applications.ts';
import { indexedBy, jsonRow, jsonRows } from '../../database/expressions.ts';
import { preparedLines } from '../../database/json-lines.ts';
import type { Db } from '../../database/open.ts';
import type { ApplicationsTable } from '../../database/tables/applications.ts';
import type { ApplicationRow } from '../../database/tables/tables.ts';

/** Returns a job, locked against deletion until the transaction ends. */
export async function selectJobForShare(
  tx: Db,
  id: number,
): Promise<{ id: number; position: string } | undefined> {
  return tx
    .selectFrom('jobs')
    .select(['id', 'position'])
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
}

export async function insertApplication(
  tx: Db,
  row: Insertable<ApplicationsTable>,
  experiences: readonly WorkExperienceInput[],
  references: readonly WorkReferenceInput[],
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

const { work_experiences: _, work_references: __, ...columns } = application.shape;
const applicationColumns = Object.keys(columns);
const experienceColumns = Object.keys(workExperience.shape);
const referenceColumns = Object.keys(workReference.shape);

/**
 * Lists applications as JSON, newest first; those after `at` and `id`, if given.
 * The database writes the JSON: creating and serializing row objects took most of the time of a long list.
 */
export const selectApplications = preparedLines(
  (db, { limit, at, id }: { limit: number; at?: string | undefined; id?: number | undefined }) => {
    const nested = (table: 'work_experiences' | 'work_references', of: readonly string[]) =>
      jsonRows(db, table, of, 'application_id', 'applications');
    const json = jsonRow(db, 'applications', applicationColumns, {
      work_experiences: nested('work_experiences', experienceColumns),
      work_references: nested('work_references', referenceColumns),
    });
    let query = db
      .selectFrom('applications')
      .select(json.as('json'))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit);
    if (at && id) {
      // A row comparison can use the index.
      query = query.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(at, id)));
    }
    return query;
  },
);

/** Deletes an application with its rows; returns undefined when it doesn't exist. */
export async function deleteApplicationRow(
  tx: Db,
  id: number,
): Promise<(Applicant & Pick<ApplicationRow, 'resume_path'>) | undefined> {
  return tx
    .deleteFrom('applications')
    .where('id', '=', id)
    .returning(['resume_path', 'first_name', 'last_name', 'position'])
    .executeTakeFirst();
}

/** Marks an application as opened and returns whether it was new. */
export async function markOpened(
  tx: Db,
  id: number,
  opened: { opened_at: string; opened_by: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('applications')
    .set(opened)
    .where('id', '=', id)
    .where('opened_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** The applicant's name and the job, for the audit log. */
export type Applicant = Pick<ApplicationRow, 'first_name' | 'last_name' | 'position'>;

export async function selectApplicant(db: Db, id: number): Promise<Applicant | undefined> {
  return db
    .selectFrom('applications')
    .select(['first_name', 'last_name', 'position'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Counts applications that no admin has opened. */
export function countUnopened(db: Db) {
  const index = indexedBy(db, 'applications_unopened');
  return sql<number>`(select count(*) from applications ${index} where opened_at is null)`;
}
