import { inquiryStatus as customer, quotes as office } from '#contract/messages/quotes.ts';
import { updateRecord } from '../../database/records.ts';
import type { InquiryRow } from '../../database/tables/tables.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { stopMails } from '../../platform/mail/outbox.queries.ts';
import { conflict } from '../../platform/runtime/errors.ts';
import type { Actor, Visitor, Write } from '../../platform/writes/writes.ts';
import { changeInquiry, expiredLinkOf } from '../inquiries/inquiries.service.ts';
import { withdraw } from '../notifications/notifications.service.ts';
import { type QuoteEvent, quoteEvents } from './quote-states.service.ts';
import type { QuoteRow } from './quotes.queries.ts';
import { hasAcceptedQuote, isExpired } from './quotes-reading.service.ts';

/**
 * Lets an event happen to a locked quote and its locked inquiry, or throws 409; `columns` are stored with it.
 * Returns how many waiting mails were stopped.
 */
export async function applyQuoteEvent(
  ctx: AppContext,
  write: Write,
  actor: Actor | Visitor,
  name: keyof typeof quoteEvents,
  { inquiry, row }: { inquiry: InquiryRow; row: QuoteRow },
  columns: Partial<QuoteRow> = {},
): Promise<number> {
  const event: QuoteEvent = quoteEvents[name];
  const { tx, now } = write;
  const status = isExpired(row, now) ? 'expired' : row.status;
  if (!event.from.includes(status)) throw conflict(event.refusals[status] ?? event.refusals.other);
  if (event.isFirst && (await hasAcceptedQuote(tx, inquiry.id))) {
    throw conflict(name === 'send' ? office.isWon : customer.otherAccepted);
  }
  if (!event.inquiry.includes(inquiry.status)) throw conflict(event.closed);
  const change = { ...columns, ...(event.to && { status: event.to }) };
  if (Object.keys(change).length > 0) await updateRecord(tx, 'quotes', row.quote_id, change);
  // Somebody has seen by now that one expired.
  await withdraw(write, [expiredLinkOf(inquiry.id)]);
  const moved = event.moves?.[inquiry.status];
  await changeInquiry(ctx, write, actor, inquiry, { status: moved ?? inquiry.status });
  return event.stops.length > 0 ? (await stopMails(tx, event.stops, [row.quote_id])).length : 0;
}
