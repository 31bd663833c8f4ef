import { sql } from 'kysely';
import type { Db } from '../../database/open.ts';

/** Inquiries from before an instant. One with a testimonial stays, because the testimonial refers to it. */
function expired(db: Db, before: string) {
  return db
    .selectFrom('inquiries')
    .where('created_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('testimonials')
            .select('testimonials.id')
            .whereRef('testimonials.inquiry_id', '=', 'inquiries.id'),
        ),
      ),
    );
}

export async function countInquiriesBefore(db: Db, before: string): Promise<number> {
  const { count } = await expired(db, before)
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The ids of the oldest flagged inquiries that nobody has worked on or written about; none unless there are more than `max`. */
export async function selectOldestFlagged(tx: Db, max: number, limit: number): Promise<number[]> {
  const flagged = tx
    .selectFrom('inquiries')
    // Literals: with parameters the partial index is not used.
    .where('flagged', '=', sql.lit(1))
    .where('status', '=', sql.lit('new'))
    .where('version', '=', sql.lit(1))
    // Neither a quote, a link nor the sender's words change the version.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('quotes')
            .select('quote_id')
            .whereRef('quotes.inquiry_id', '=', 'inquiries.id'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('inquiry_notes as n')
            .select('n.id')
            .whereRef('n.inquiry_id', '=', 'inquiries.id')
            .where(({ or, eb }) =>
              or([eb('n.author_id', 'is not', null), eb('n.kind', '=', 'customer')]),
            ),
        ),
      ),
    );
  const last = await flagged
    .select(['created_at', 'id'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(max)
    .limit(1)
    .executeTakeFirst();
  if (!last) return [];
  const rows = await flagged
    .select('id')
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes inquiries with their notes. */
export async function deleteInquiries(tx: Db, ids: readonly number[]): Promise<void> {
  await tx.deleteFrom('inquiries').where('id', 'in', ids).execute();
}

/** Deletes the oldest inquiries from before an instant with their notes; returns their ids. */
export async function deleteInquiriesBefore(
  tx: Db,
  before: string,
  limit: number,
): Promise<number[]> {
  const oldest = expired(tx, before).select('inquiries.id').orderBy('created_at').limit(limit);
  const rows = await tx.deleteFrom('inquiries').where('id', 'in', oldest).returning('id').execute();
  return rows.map(({ id }) => id);
}
