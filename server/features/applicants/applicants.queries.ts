import { type Insertable, sql } from 'kysely';
import { isAmong, newestFirst } from '../../database/expressions.ts';
import type { Db } from '../../database/open.ts';
import type {
  ApplicationDocumentsTable,
  ApplicationDraftsTable,
} from '../../database/tables/applications.ts';
import type { Cursor } from '../../platform/http/lists.ts';

/** The columns that say where an application stands; undefined when it doesn't exist. */
export async function selectFollowed(db: Db, id: number) {
  return db
    .selectFrom('applications')
    .select(['id', 'position', 'job_id', 'stage', 'created_at', 'first_name', 'last_name'])
    .select([
      'resume_path',
      'has_cdl_license',
      'cdl_license_number',
      'cdl_expiration_date',
      'driver_history',
    ])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function insertDocument(
  tx: Db,
  document: Insertable<ApplicationDocumentsTable>,
): Promise<void> {
  await tx.insertInto('application_documents').values(document).execute();
}

/** The bytes of the documents that arrived since an instant. */
export async function selectDocumentBytes(db: Db, since: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('application_documents as d')
    .innerJoin('objects as o', 'o.key', 'd.object_key')
    .select((eb) => eb.fn.sum<number | string | null>('o.size').as('bytes'))
    .where('d.created_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
}

export async function insertDraft(
  tx: Db,
  draft: Insertable<ApplicationDraftsTable>,
): Promise<number> {
  const { id } = await tx
    .insertInto('application_drafts')
    .values(draft)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The draft whose link has this hash and isn't expired, with the application that came after it. */
export async function selectDraft(db: Db, codeHash: string, now: string) {
  return db
    .selectFrom('application_drafts as d')
    .leftJoin('applications as a', 'a.id', 'd.application_id')
    .select(['d.form_values', 'd.job_id', 'a.job_id as applied_for', 'a.created_at as sent_at'])
    .where('d.code_hash', '=', codeHash)
    .where('d.expires_at', '>', now)
    .executeTakeFirst();
}

/** The first draft of those that one person's link led to, given the code of one of them, locked; unless it expired. */
export async function selectFirstDraftForUpdate(
  tx: Db,
  codeHash: string,
  now: string,
): Promise<number | undefined> {
  const draft = await tx
    .selectFrom('application_drafts')
    .select(['id', 'first_draft'])
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', now)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return draft && (draft.first_draft ?? draft.id);
}

const ofLink = (tx: Db, first: number) =>
  tx
    .selectFrom('application_drafts')
    .select('application_drafts.id')
    .where((eb) => eb.or([eb('id', '=', first), eb('first_draft', '=', first)]));

/** The first application that came by one of these drafts' links; null without one. */
export async function selectFirstSent(tx: Db, first: number): Promise<number | null> {
  const { sent } = await tx
    .selectFrom('application_drafts as d')
    .innerJoin('applications as a', 'a.id', 'd.application_id')
    .select((eb) => eb.fn.min(eb.fn.coalesce('a.first_application', 'a.id')).as('sent'))
    .where('d.id', 'in', ofLink(tx, first))
    .executeTakeFirstOrThrow();
  return sent === null ? null : Number(sent);
}

/** Marks a person's drafts as finished by an application; returns the ids of those begun in two minutes. */
export async function finishDrafts(
  tx: Db,
  first: number,
  applicationId: number,
): Promise<number[]> {
  const rows = await tx
    .updateTable('application_drafts')
    .set({ application_id: applicationId })
    .where('id', 'in', ofLink(tx, first))
    .where('application_id', 'is', null)
    .returning(['id', 'is_quick'])
    .execute();
  return rows.filter(({ is_quick }) => is_quick === 1).map(({ id }) => id);
}

/** Deletes drafts; returns the addresses of those that existed, as they are compared. */
export async function deleteDrafts(tx: Db, ids: readonly number[]): Promise<string[]> {
  const rows = await tx
    .deleteFrom('application_drafts')
    .where(isAmong(tx, 'id', ids))
    .returning('email_key')
    .execute();
  return rows.map(({ email_key }) => email_key);
}

/** Deletes drafts whose link is expired, and those begun in two minutes before another instant; returns their ids. */
export async function deleteOldDrafts(
  tx: Db,
  { expired, begun }: { expired: string; begun: string },
): Promise<number[]> {
  const rows = await tx
    .deleteFrom('application_drafts')
    .where('expires_at', '<', expired)
    .where((eb) => eb.or([eb('is_quick', '=', 0), eb('created_at', '<', begun)]))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Applications that were begun in two minutes and not finished, newest first. */
export async function selectStarted(db: Db, before: Cursor | null, limit: number) {
  const query = db
    .selectFrom('application_drafts as d')
    .leftJoin('jobs as j', 'j.id', 'd.job_id')
    .select(['d.id', 'd.created_at', 'd.form_values', 'd.language', 'd.email_key', 'd.person_key'])
    .select(['d.flagged', 'j.position'])
    .where('d.is_quick', '=', 1)
    .where('d.application_id', 'is', null);
  return newestFirst(query, ['d.created_at', 'd.id'], before, limit).execute();
}

/** Of so many drafts that may be spam and came to nothing, the oldest; none while there are fewer. */
export async function selectOldestFlagged(tx: Db, max: number, limit: number): Promise<number[]> {
  const flagged = tx
    .selectFrom('application_drafts')
    // A literal: with a parameter the partial index is not used.
    .where('flagged', '=', sql.lit(1))
    .where('application_id', 'is', null);
  const { count } = await flagged
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) < max) return [];
  const oldest = flagged.select('id').orderBy('created_at').orderBy('id').limit(limit);
  return (await oldest.execute()).map(({ id }) => id);
}

/** Deletes an application that was begun in two minutes; false when there was none. */
export async function deleteStarted(tx: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('application_drafts')
    .where('id', '=', id)
    .where('is_quick', '=', 1)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
