/** Every event of a quote and its inquiry: when it may happen, and what it changes. Nothing else moves their states. */
import { inquiryStatus as customer, quotes as office } from '#contract/messages/quotes.ts';
import type { QuoteStatus } from '#contract/quotes.ts';
import { updateRecord } from '../../database/records.ts';
import type { InquiryRow } from '../../database/tables/tables.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { stopMails } from '../../platform/mail/outbox.queries.ts';
import { conflict } from '../../platform/runtime/errors.ts';
import type { Actor, Visitor, Write } from '../../platform/writes/writes.ts';
import { changeInquiry } from '../inquiries/inquiries.service.ts';
import type { QuoteRow } from './quotes.queries.ts';
import {
  acceptedReason,
  hasAcceptedQuote,
  isExpired,
  openReason,
} from './quotes-reading.service.ts';

type Status = InquiryRow['status'];

interface QuoteEvent {
  /** The states of the quote; 'expired' follows from the day, so no event leads to it. */
  from: readonly QuoteStatus[];
  inquiry: readonly Status[];
  /** Only while no quote of the inquiry is accepted. */
  isFirst?: true;
  /** The new states; without them they stay. */
  to?: QuoteRow['status'];
  moves?: Partial<Record<Status, Status>>;
  /** Whose mails that wait become untrue. */
  stops: readonly string[];
  /** Who is told, by the functions that call it. */
  tells: 'customer' | 'office' | 'both' | 'nobody';
  /** Why the quote's state refuses it; the last is for those without one of their own. */
  refusals: Partial<Record<QuoteStatus, string>> & { other: string };
  /** Why the inquiry's state refuses it. */
  closed: string;
}

const open = ['new', 'contacted', 'quoted'] as const;
const all = [...open, 'won', 'lost'] as const;

const answering = {
  from: ['sent'],
  stops: [openReason],
  refusals: {
    withdrawn: customer.withdrawn,
    expired: customer.expired,
    other: customer.alreadyAnswered,
  },
  closed: customer.closed,
} as const;

export const quoteEvents = {
  send: {
    from: ['draft', 'sent'],
    inquiry: open,
    isFirst: true,
    to: 'sent',
    moves: { new: 'quoted', contacted: 'quoted' },
    // A second press replaces what waits.
    stops: [openReason],
    tells: 'customer',
    refusals: { expired: office.expired, other: office.notSendable },
    closed: office.isDecided,
  },
  accept: {
    ...answering,
    inquiry: [...open, 'won'],
    isFirst: true,
    to: 'accepted',
    moves: { new: 'won', contacted: 'won', quoted: 'won' },
    tells: 'office',
  },
  decline: { ...answering, inquiry: [...open, 'won'], to: 'declined', tells: 'office' },
  withdraw: {
    from: ['draft', 'sent', 'expired'],
    inquiry: all,
    to: 'withdrawn',
    stops: [openReason],
    tells: 'nobody',
    refusals: { other: office.answered },
    closed: office.isDecided,
  },
  takeBack: {
    from: ['accepted'],
    inquiry: all,
    to: 'withdrawn',
    moves: { new: 'quoted', contacted: 'quoted', won: 'quoted', lost: 'quoted' },
    stops: [acceptedReason],
    tells: 'customer',
    refusals: { other: office.notAccepted },
    closed: office.isDecided,
  },
  renew: {
    from: ['expired', 'declined'],
    inquiry: open,
    isFirst: true,
    moves: { quoted: 'contacted' },
    stops: [],
    tells: 'office',
    refusals: { withdrawn: customer.withdrawn, other: customer.notRenewable },
    closed: customer.closed,
  },
} as const satisfies Record<string, QuoteEvent>;

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
  const moved = event.moves?.[inquiry.status];
  await changeInquiry(ctx, write, actor, inquiry, { status: moved ?? inquiry.status });
  return event.stops.length > 0 ? (await stopMails(tx, event.stops, [row.quote_id])).length : 0;
}
