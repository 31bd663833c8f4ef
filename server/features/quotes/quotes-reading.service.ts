import type { Inquiry } from '#contract/inquiries.ts';
import type { Quote } from '#contract/quotes.ts';
import { today } from '#contract/rules/dates.ts';
import type { Db } from '../../database/open.ts';
import { type QuoteLineRow, type QuoteRow, selectLines, selectQuotes } from './quotes.queries.ts';

/** What mails about a quote name as their reason: that it can be accepted, and that it was. */
export const [openReason, acceptedReason] = ['quote', 'quote accepted'] as const;

/** Whether an inquiry of this status has its answer: no price of it is mailed anymore. */
export const endsQuotes = (status: Inquiry['status']) => status === 'won' || status === 'lost';

/** A sent quote that can't be accepted anymore: its last day in Chicago has passed. */
export const isExpired = (row: Pick<QuoteRow, 'status' | 'valid_until'>, now: Date) =>
  row.status === 'sent' && row.valid_until < today(now);

function toQuote(row: QuoteRow, lines: readonly QuoteLineRow[], now: Date): Quote {
  return {
    quote_id: row.quote_id,
    number: row.number,
    status: isExpired(row, now) ? 'expired' : row.status,
    lines: lines.map(({ description, quantity, unit_price_cents }) => ({
      ...{ description, quantity },
      unit_price: unit_price_cents / 100,
    })),
    total: row.total_cents / 100,
    valid_until: row.valid_until,
    message: row.message,
    sent_at: row.sent_at,
    answered_at: row.answered_at,
    answered_by: row.answered_by,
    version: row.version,
  };
}

/** A quote with its lines. */
export async function quoteOf(db: Db, row: QuoteRow, now: Date): Promise<Quote> {
  return toQuote(row, await selectLines(db, [row.quote_id]), now);
}

/** The quotes of each inquiry, oldest first. */
export async function quotesOf(
  db: Db,
  inquiryIds: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, Quote[]>> {
  const rows = await selectQuotes(db, inquiryIds);
  const ids = rows.map(({ quote_id }) => quote_id);
  const lines = Map.groupBy(await selectLines(db, ids), ({ quote_id }) => quote_id);
  const quotes = rows.map((row) => toQuote(row, lines.get(row.quote_id) ?? [], now));
  return Map.groupBy(quotes, (_, at) => rows[at]?.inquiry_id ?? 0);
}

/** Whether the customer accepted a quote of an inquiry. Lock the inquiry before. */
export async function hasAcceptedQuote(tx: Db, inquiryId: number): Promise<boolean> {
  return (await selectQuotes(tx, [inquiryId])).some(({ status }) => status === 'accepted');
}

/** What the customer sees of an inquiry's quotes: those that were sent. */
export async function sentQuotesOf(db: Db, inquiryId: number, now: Date): Promise<Quote[]> {
  const quotes = (await quotesOf(db, [inquiryId], now)).get(inquiryId) ?? [];
  return quotes.filter(({ sent_at }) => sent_at !== null);
}
