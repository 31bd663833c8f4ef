import { sql } from 'kysely';
import type { Stage } from '#contract/application-stages.ts';
import type { Language } from '#contract/text/languages.ts';
import { isAmong } from '../../database/expressions.ts';
import type { Db } from '../../database/open.ts';
import type { JobRow } from '../../database/tables/tables.ts';

/** Returns a job that neither changes nor closes until the transaction ends. */
export async function selectJobForShare(tx: Db, id: number): Promise<JobRow | undefined> {
  return tx.selectFrom('jobs').selectAll().where('id', '=', id).forShare().executeTakeFirst();
}

/** How many applicants of each job are hired; jobs without one are left out. */
export async function countHiredByJob(db: Db): Promise<{ job_id: number; hired: number }[]> {
  const rows = await db
    .selectFrom('applications')
    .select(({ ref, fn }) => [
      ref('job_id').$notNull().as('job_id'),
      fn.countAll<number>().as('hired'),
    ])
    .where('stage', '=', 'hired')
    .where('job_id', 'is not', null)
    .groupBy('job_id')
    .execute();
  return rows.map(({ job_id, hired }) => ({ job_id, hired: Number(hired) }));
}

export async function countHired(tx: Db, jobId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('applications')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('job_id', '=', jobId)
    .where('stage', '=', 'hired')
    .executeTakeFirstOrThrow();
  return Number(count);
}

const noteKind = 'job_closed';
const undecided: readonly Stage[] = ['new', 'reviewed', 'interview', 'offer'];

/** The application's job, which may be deleted, its stage, and those of its person's other applications for it. */
export async function selectWaiting(db: Db, id: number) {
  const row = await db
    .selectFrom('applications')
    .select(['id', 'job_id', 'email', 'stage'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row || !undecided.includes(row.stage)) return undefined;
  const all = await db
    .selectFrom('applications')
    .select(['email', 'stage'])
    .where('job_id', '=', row.job_id)
    .execute();
  const own = all.filter(({ email }) => email.toLowerCase() === row.email.toLowerCase());
  const job = await db
    .selectFrom('jobs')
    .selectAll()
    .where('id', '=', row.job_id ?? 0)
    .executeTakeFirst();
  return { email: row.email, isHired: own.some(({ stage }) => stage === 'hired'), job };
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

/**
 * Notes the closing on the applications that wait for a decision, and returns them with their addresses. Not
 * on those with such a note, and not on possible spam, whose addresses may be anyone's.
 */
export async function insertClosingNotes(
  tx: Db,
  jobId: number,
  note: { text: string; created_at: string },
): Promise<{ id: number; email: string; language: Language }[]> {
  const notes = await tx
    .insertInto('application_notes')
    .columns(['application_id', 'kind', 'text', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('applications')
        .select([
          'id',
          sql.val(noteKind).as('kind'),
          sql.val(note.text).as('text'),
          sql.val(note.created_at).as('created_at'),
        ])
        .where('job_id', '=', jobId)
        .where('stage', 'in', undecided)
        .where('flagged', '=', 0)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('application_notes')
                .select('application_notes.id')
                .whereRef('application_notes.application_id', '=', 'applications.id')
                .where('application_notes.kind', '=', noteKind),
            ),
          ),
        ),
    )
    .returning('application_id')
    .execute();
  const ids = notes.map(({ application_id }) => application_id);
  return tx
    .selectFrom('applications')
    .select(['id', 'email', 'language'])
    .where(isAmong(tx, 'id', ids))
    .execute();
}

/** Deletes the notes of a closing whose mails were taken back. */
export async function deleteClosingNotes(tx: Db, jobId: number, createdAt: string): Promise<void> {
  await tx
    .deleteFrom('application_notes')
    .where('kind', '=', noteKind)
    .where('created_at', '=', createdAt)
    .where('application_id', 'in', (eb) =>
      eb.selectFrom('applications').select('id').where('job_id', '=', jobId),
    )
    .execute();
}
