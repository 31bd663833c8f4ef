import { type Insertable, sql } from 'kysely';
import type { WorkExperienceInput, WorkReferenceInput } from '#contract/applications.ts';
import { indexedBy, isAmong, newestFirst } from '../../database/expressions.ts';
import type { Db } from '../../database/open.ts';
import type { ApplicationsTable } from '../../database/tables/applications.ts';
import type { ApplicationRow } from '../../database/tables/tables.ts';
import type { Cursor } from '../../platform/http/lists.ts';

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

/** Applications, newest first. */
export async function selectApplications(
  db: Db,
  before: Cursor | null,
  limit: number,
): Promise<ApplicationRow[]> {
  const query = db.selectFrom('applications').selectAll();
  return newestFirst(query, ['created_at', 'id'], before, limit).execute();
}

/** One application; undefined when it doesn't exist. */
export async function selectApplication(db: Db, id: number): Promise<ApplicationRow | undefined> {
  return db.selectFrom('applications').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The experiences and references of applications, in the order of their entry. */
export async function selectEntries(db: Db, ids: readonly number[]) {
  const experiences = db
    .selectFrom('work_experiences')
    .selectAll()
    .where(isAmong(db, 'application_id', ids))
    .orderBy('id');
  const references = db
    .selectFrom('work_references')
    .selectAll()
    .where(isAmong(db, 'application_id', ids))
    .orderBy('id');
  return { experiences: await experiences.execute(), references: await references.execute() };
}

/** The documents that applicants added, oldest first. */
export async function selectDocuments(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('application_documents as d')
    .innerJoin('objects as o', 'o.key', 'd.object_key')
    .select(['d.id', 'd.object_key', 'o.original_name', 'd.created_at'])
    .where(isAmong(db, 'd.application_id', ids))
    .orderBy('d.id')
    .execute();
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
export function countNewApplications(db: Db) {
  const index = indexedBy(db, 'applications_unopened');
  return sql<number>`(select count(*) from applications ${index} where opened_at is null)`;
}
