import { type ExpressionBuilder, sql } from 'kysely';
import { countRows, indexedBy } from '../../database/expressions.ts';
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

/** One row: by kind, how many documents a person still has to open, and to confirm after opening. */
export function countOutstanding(db: Db, userId: number) {
  return (
    db
      .selectFrom('document_assignments as a')
      .innerJoin('documents as d', 'd.file_id', 'a.file_id')
      .select(({ fn }) => {
        const count = (kind: Kind, opened: 0 | 1) =>
          fn
            .countAll<number>()
            .filterWhere('d.kind', '=', sql.lit(kind))
            .filterWhere('a.opened', '=', sql.lit(opened));
        return [
          count('training', 0).as('unopened_training'),
          count('settlements', 0).as('unopened_settlements'),
          count('reports', 0).as('unopened_reports'),
          count('employee-files', 0).as('unopened_employee_files'),
          count('training', 1).as('unconfirmed_training'),
          count('settlements', 1).as('unconfirmed_settlements'),
          count('reports', 1).as('unconfirmed_reports'),
          count('employee-files', 1).as('unconfirmed_employee_files'),
        ];
      })
      .where('a.user_id', '=', userId)
      .where('a.removed_at', 'is', null)
      // Literals here and below: with a parameter the partial index is not used.
      .where('a.missing', '=', sql.lit(1))
  );
}

/** How many latest versions await a review. */
export function countToReview(db: Db) {
  return countRows(
    db
      .selectFrom('submissions as s')
      .innerJoin('document_assignments as a', 'a.assignment_id', 's.assignment_id')
      .where('s.judged_at', 'is', null)
      .where('a.removed_at', 'is', null)
      .where(isLatestVersion),
  );
}

/** How many assigned settlements nobody has opened. */
export function countNeverOpenedSettlements(db: Db) {
  // By itself SQLite reads every settlement: 28 ms of 200,000 documents.
  return sql<number>`(select count(*) from documents ${indexedBy(db, 'documents_never_opened')}
    where kind = 'settlements' and opened_count = 0 and assigned_count > 0)`;
}

/** How many of a person's files have a rejected latest version. */
export function countToSendAgain(db: Db, userId: number) {
  return countRows(
    db
      .selectFrom('document_assignments as a')
      .innerJoin('submissions as s', 's.assignment_id', 'a.assignment_id')
      .where('a.user_id', '=', userId)
      .where('a.removed_at', 'is', null)
      .where('a.last_version', '>', sql.lit(0))
      .where('s.status', '=', 'Rejected')
      .where(isLatestVersion),
  );
}
