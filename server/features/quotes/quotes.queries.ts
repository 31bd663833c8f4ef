import type { Insertable, Selectable } from 'kysely';
import { isAmong } from '../../database/expressions.ts';
import type { Db } from '../../database/open.ts';
import type { QuoteLinesTable, QuotesTable } from '../../database/tables/quotes.ts';

export type QuoteRow = Selectable<QuotesTable>;
export type QuoteLineRow = Pick<
  Selectable<QuoteLinesTable>,
  'description' | 'quantity' | 'unit_price_cents'
>;

/** The quotes of inquiries, oldest first. */
export async function selectQuotes(db: Db, inquiryIds: readonly number[]): Promise<QuoteRow[]> {
  return db
    .selectFrom('quotes')
    .selectAll()
    .where(isAmong(db, 'inquiry_id', inquiryIds))
    .orderBy('quote_id')
    .execute();
}

export async function selectQuote(db: Db, id: number): Promise<QuoteRow | undefined> {
  return db.selectFrom('quotes').selectAll().where('quote_id', '=', id).executeTakeFirst();
}

/** The lines of quotes in their order. */
export async function selectLines(db: Db, quoteIds: readonly number[]) {
  return db
    .selectFrom('quote_lines')
    .select(['quote_id', 'description', 'quantity', 'unit_price_cents'])
    .where(isAmong(db, 'quote_id', quoteIds))
    .orderBy('quote_id')
    .orderBy('place')
    .execute();
}

/** Stores a quote's lines instead of its earlier ones. */
export async function putLines(
  tx: Db,
  quoteId: number,
  lines: readonly QuoteLineRow[],
): Promise<void> {
  await tx.deleteFrom('quote_lines').where('quote_id', '=', quoteId).execute();
  const rows: Insertable<QuoteLinesTable>[] = lines.map((line, place) => ({
    quote_id: quoteId,
    place,
    ...line,
  }));
  await tx.insertInto('quote_lines').values(rows).execute();
}
