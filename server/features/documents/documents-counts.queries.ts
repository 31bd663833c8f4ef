import { type ExpressionBuilder, sql } from 'kysely';
import type { Db } from '../../database/open.ts';
import type { Tables } from '../../database/tables/tables.ts';
import type { Kind } from './documents.queries.ts';

/** Whether no later version of the same assignment exists. */
function isLatestVersion({
  not,
  exists,
  selectFrom,
}: ExpressionBuilder<Tables & { s: Tables['submissions'] }, 's'>) {
  return not(
    exists(
      selectFrom('submissions as later')
        .select('later.submission_id')
        .whereRef('later.assignment_id', '=', 's.assignment_id')
        .whereRef('later.version_number', '>', 's.version_number'),
    ),
  );
}

/** By kind, how many documents a person still has to open, and to confirm after opening. */
export async function countOutstanding(
  db: Db,
  userId: number,
): Promise<Map<Kind, { unopened: number; unconfirmed: number }>> {
  const rows = await db
    .selectFrom('document_assignments as a')
    .innerJoin('documents as d', 'd.file_id', 'a.file_id')
    .select((eb) => [
      'd.kind',
      eb.fn.count(eb.case().when('a.opened', '=', 0).then(1).end()).as('unopened'),
      eb.fn.count(eb.case().when('a.opened', '=', 1).then(1).end()).as('unconfirmed'),
    ])
    .where('a.user_id', '=', userId)
    .where('a.removed_at', 'is', null)
    .where('a.missing', '=', 1)
    .groupBy('d.kind')
    .execute();
  return new Map(
    rows.map(({ kind, unopened, unconfirmed }) => [
      kind,
      { unopened: Number(unopened), unconfirmed: Number(unconfirmed) },
    ]),
  );
}

/** How many latest versions await a review. */
export async function countToReview(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('submissions as s')
    .innerJoin('document_assignments as a', 'a.assignment_id', 's.assignment_id')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('s.judged_at', 'is', null)
    .where('a.removed_at', 'is', null)
    .where(isLatestVersion)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** How many assigned settlements nobody has opened. */
export async function countNeverOpenedSettlements(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('documents')
    .select((eb) => eb.fn.countAll().as('count'))
    // Literals: the partial index is not used with parameters.
    .where('kind', '=', sql.lit('settlements'))
    .where('opened_count', '=', sql.lit(0))
    .where('assigned_count', '>', sql.lit(0))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** How many of a person's files have a rejected latest version. */
export async function countToSendAgain(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('document_assignments as a')
    .innerJoin('submissions as s', 's.assignment_id', 'a.assignment_id')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('a.user_id', '=', userId)
    .where('a.removed_at', 'is', null)
    .where('s.status', '=', 'Rejected')
    .where(isLatestVersion)
    .executeTakeFirstOrThrow();
  return Number(count);
}
