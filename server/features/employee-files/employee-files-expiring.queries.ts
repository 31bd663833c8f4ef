import type { Db } from '../../database/open.ts';

/** Reviewed versions from before an instant. One that waits for its review stays. */
function expired(db: Db, before: string) {
  return db
    .selectFrom('submissions')
    .where('submitted_at', '<', before)
    .where('judged_at', 'is not', null);
}

export async function countVersionsBefore(db: Db, before: string): Promise<number> {
  const { count } = await expired(db, before)
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Deletes the oldest reviewed versions from before an instant; returns their files and senders. */
export async function deleteVersionsBefore(
  tx: Db,
  before: string,
  limit: number,
): Promise<{ object_key: string; user_id: number | null }[]> {
  const oldest = expired(tx, before).select('submission_id').orderBy('submitted_at').limit(limit);
  return tx
    .deleteFrom('submissions')
    .where('submission_id', 'in', oldest)
    .returning((eb) => [
      'object_key',
      eb
        .selectFrom('document_assignments as a')
        .select('a.user_id')
        .whereRef('a.assignment_id', '=', 'submissions.assignment_id')
        .as('user_id'),
    ])
    .execute();
}
