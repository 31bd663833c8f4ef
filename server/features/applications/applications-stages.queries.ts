import type { Insertable } from 'kysely';
import { stages } from '#contract/application-stages.ts';
import { isAmong } from '../../database/expressions.ts';
import type { Db } from '../../database/open.ts';
import type { ApplicationNotesTable } from '../../database/tables/applications.ts';

/** Adds a note of the office, or with another `kind` what happened, to the timeline. */
export async function insertNote(tx: Db, note: Insertable<ApplicationNotesTable>): Promise<void> {
  await tx.insertInto('application_notes').values(note).execute();
}

/** The applications' timelines with their authors' names, oldest first. */
export async function selectNotes(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('application_notes as n')
    .leftJoin('users as u', 'u.user_id', 'n.author_id')
    .leftJoin('employees as e', 'e.user_id', 'n.author_id')
    .select(['n.id', 'n.application_id', 'n.author_id', 'n.kind', 'n.text', 'n.created_at'])
    .select(['u.username', 'e.first_name', 'e.last_name'])
    .where(isAmong(db, 'n.application_id', ids))
    .orderBy('n.id')
    .execute();
}

/** The latest entry of these kinds. */
async function selectLatest(db: Db, id: number, kinds: readonly string[]) {
  return db
    .selectFrom('application_notes')
    .select(['kind', 'text'])
    .where('application_id', '=', id)
    .where('kind', 'in', kinds)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The text of the latest note of the office; undefined without one. */
export async function selectLatestNote(db: Db, id: number): Promise<string | undefined> {
  return (await selectLatest(db, id, ['note']))?.text;
}

/** The stage, and what a mail about it needs. */
export async function selectStage(db: Db, id: number) {
  return db
    .selectFrom('applications')
    .select(['id', 'stage', 'email', 'job_id', 'position', 'language'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Whether a mail was queued since the application came to its stage. */
export async function hasStageMail(db: Db, id: number): Promise<boolean> {
  return (await selectLatest(db, id, [...stages, 'mail', 'mail_stopped']))?.kind === 'mail';
}
