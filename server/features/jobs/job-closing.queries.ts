import type { Stage } from '#contract/application-stages.ts';
import { accountKey } from '#contract/text/text-fold.ts';
import { isAmong } from '../../database/expressions.ts';
import type { Db } from '../../database/open.ts';
import type { JobRow } from '../../database/tables/tables.ts';

/** Returns a job that neither changes nor closes until the transaction ends. */
export async function selectJobForShare(tx: Db, id: number): Promise<JobRow | undefined> {
  return tx.selectFrom('jobs').selectAll().where('id', '=', id).forShare().executeTakeFirst();
}

/** A job with its other postings, oldest first, which neither change nor close until the transaction ends. */
export async function selectPostingsForUpdate(tx: Db, id: number): Promise<JobRow[]> {
  return selectPostings(tx, id).forNoKeyUpdate().execute();
}

/** A job with its other postings, oldest first; none when it doesn't exist. */
export function selectPostings(db: Db, id: number) {
  const first = db
    .selectFrom('jobs')
    .select((eb) => eb.fn.coalesce('first_posting', 'id').as('first'))
    .where('id', '=', id);
  return db
    .selectFrom('jobs')
    .selectAll()
    .where((eb) => eb(eb.fn.coalesce('first_posting', 'id'), '=', first))
    .orderBy('id');
}

/** Counts one more hire on these postings. Their versions stay: who edits a job didn't see the count. */
export async function countHire(tx: Db, ids: readonly number[]): Promise<void> {
  await tx
    .updateTable('jobs')
    .set((eb) => ({ hires: eb('hires', '+', 1) }))
    .where('id', 'in', ids)
    .execute();
}

export async function selectHires(db: Db): Promise<Pick<JobRow, 'id' | 'hires'>[]> {
  return db.selectFrom('jobs').select(['id', 'hires']).execute();
}

const noteKind = 'job_closed';
const undecided: readonly Stage[] = ['new', 'reviewed', 'interview'];
/** Nobody in these is told that an application goes no further. */
const wanted: readonly Stage[] = ['offer', 'hired'];

/** Of these addresses, those with an application that is wanted, as accounts compare them. */
async function selectWanted(db: Db, emails: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('applications')
    .select('email_key')
    .where('stage', 'in', wanted)
    .where(isAmong(db, 'email_key', emails.map(accountKey)))
    .execute();
  return new Set(rows.map(({ email_key }) => email_key));
}

/**
 * The applications for a job, or for any, that wait for a decision and whose senders weren't told of an end before. Not
 * possible spam, whose addresses may be anyone's, and none of an address with an offer or a hire: the mail names nobody.
 */
export async function selectWaiting(db: Db, jobId?: number) {
  const rows = await db
    .selectFrom('applications')
    .select(({ ref }) => ['id', ref('job_id').$notNull().as('job_id'), 'email', 'language'])
    .where('stage', 'in', undecided)
    .where('flagged', '=', 0)
    .where((eb) => (jobId === undefined ? eb('job_id', 'is not', null) : eb('job_id', '=', jobId)))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('application_notes')
            .select('application_notes.id')
            .whereRef('application_notes.application_id', '=', 'applications.id')
            .where('application_notes.kind', '=', noteKind),
        ),
      ),
    )
    .orderBy('id')
    .execute();
  const others = await selectWanted(
    db,
    rows.map(({ email }) => email),
  );
  return rows.filter(({ email }) => !others.has(accountKey(email)));
}

/** The address of an application that still waits, and its job, which may be deleted; undefined when it is decided. */
export async function selectTold(
  db: Db,
  id: number,
): Promise<{ email: string; job: JobRow | undefined } | undefined> {
  const row = await db
    .selectFrom('applications')
    .select(['job_id', 'email'])
    .where('id', '=', id)
    .where('stage', 'in', undecided)
    .executeTakeFirst();
  if (!row || (await selectWanted(db, [row.email])).size > 0) return undefined;
  const job = await db
    .selectFrom('jobs')
    .selectAll()
    .where('id', '=', row.job_id ?? 0)
    .executeTakeFirst();
  return { email: row.email, job };
}

/** Notes that the mails about these applications' stages were stopped. */
export async function insertStoppedNotes(
  tx: Db,
  ids: readonly number[],
  created_at: string,
): Promise<void> {
  if (ids.length === 0) return;
  const stopped = ids.map((application_id) => ({
    ...{ application_id, kind: 'mail_stopped', text: '', created_at },
  }));
  await tx.insertInto('application_notes').values(stopped).execute();
}

/** Notes on applications that their job closed and that the applicant is told. */
export async function insertClosingNotes(
  tx: Db,
  ids: readonly number[],
  note: { text: string; created_at: string },
): Promise<void> {
  if (ids.length === 0) return;
  const notes = ids.map((application_id) => ({ application_id, kind: noteKind, ...note }));
  await tx.insertInto('application_notes').values(notes).execute();
}

/** The applications for a job, with their addresses. */
export async function selectAddresses(tx: Db, jobId: number) {
  return tx
    .selectFrom('applications')
    .select(['id', 'email'])
    .where('job_id', '=', jobId)
    .execute();
}

/** Deletes the notes of a closing whose mails were taken back. */
export async function deleteClosingNotes(tx: Db, ids: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('application_notes')
    .where('kind', '=', noteKind)
    .where(isAmong(tx, 'application_id', ids))
    .execute();
}
