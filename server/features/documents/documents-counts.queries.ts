import type { Db } from '../../database/open.ts';
import type { Kind } from './documents.queries.ts';

/** How many documents of each kind that person was given and has not opened as they are now. */
export async function countUnopened(db: Db, userId: number): Promise<Map<Kind, number>> {
  const rows = await db
    .selectFrom('document_assignments as a')
    .innerJoin('documents as d', 'd.file_id', 'a.file_id')
    .select((eb) => ['d.kind', eb.fn.countAll().as('count')])
    .where('a.user_id', '=', userId)
    .where('a.removed_at', 'is', null)
    .where('a.opened', '=', 0)
    .groupBy('d.kind')
    .execute();
  return new Map(rows.map(({ kind, count }) => [kind, Number(count)]));
}

/** How many people have sent back a version that no admin has judged, as their latest. */
export async function countToReview(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('submissions as s')
    .innerJoin('document_assignments as a', 'a.assignment_id', 's.assignment_id')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('s.judged_at', 'is', null)
    .where('a.removed_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('submissions as later')
            .select('later.submission_id')
            .whereRef('later.assignment_id', '=', 's.assignment_id')
            .whereRef('later.version_number', '>', 's.version_number'),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(count);
}
