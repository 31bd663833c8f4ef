import { sql } from 'kysely';
import type { Db } from '../../database/open.ts';

/** Up to `limit` sent quotes whose last day is from `first` to before `day`, of which nobody was told and nothing follows: the inquiry is open and has no other quote that can be accepted. */
export function selectExpired(
  tx: Db,
  { first, day }: { first: string; day: string },
  limit: number,
) {
  return (
    tx
      .selectFrom('quotes as q')
      .innerJoin('inquiries as i', 'i.id', 'q.inquiry_id')
      .select(['q.quote_id', 'q.number', 'i.id', 'i.company_name', 'i.owner_id'])
      // Literals: with parameters the partial index is not used.
      .where('q.status', '=', sql.lit('sent'))
      .where('q.expiry_noticed_at', 'is', null)
      .where('q.valid_until', '>=', first)
      .where('q.valid_until', '<', day)
      .where('i.status', 'in', ['new', 'contacted', 'quoted'])
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('quotes as other')
              .select('other.quote_id')
              .whereRef('other.inquiry_id', '=', 'q.inquiry_id')
              .where('other.status', '=', 'sent')
              .where('other.valid_until', '>=', day),
          ),
        ),
      )
      .orderBy('q.quote_id')
      .limit(limit)
      .execute()
  );
}

/** Notes that the office is told of a quote's expiry; false when another node was first, or the quote is no longer open. */
export async function claimExpiry(tx: Db, quoteId: number, at: string): Promise<boolean> {
  const row = await tx
    .updateTable('quotes')
    .set({ expiry_noticed_at: at })
    .where('quote_id', '=', quoteId)
    .where('status', '=', 'sent')
    .where('expiry_noticed_at', 'is', null)
    .returning('quote_id')
    .executeTakeFirst();
  return row !== undefined;
}
