/** Every event of a quote and of its inquiry: when it may happen, and what it changes. Nothing else moves their states. */
import { inquiryOffice } from '#contract/messages/inquiry-office.ts';
import { inquiryStatus as customer, quotes as office } from '#contract/messages/quotes.ts';
import type { QuoteStatus } from '#contract/quotes.ts';
import type { InquiryRow } from '../../database/tables/tables.ts';
import { stopMails } from '../../platform/mail/outbox.queries.ts';
import { conflict } from '../../platform/runtime/errors.ts';
import type { Write } from '../../platform/writes/writes.ts';
import { type QuoteRow, selectQuotes } from './quotes.queries.ts';
import { acceptedReason, hasAcceptedQuote, openReason } from './quotes-reading.service.ts';

type Status = InquiryRow['status'];

export interface QuoteEvent {
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
    tells: 'both',
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

interface Move {
  /** Only while no quote of the inquiry is accepted. */
  isFirst?: true;
  /** Whose mails that wait, about any of its quotes, become untrue. */
  stops: readonly string[];
  /** Why an accepted quote refuses it. */
  refusal?: string;
}

const putBack = { isFirst: true, stops: [], refusal: inquiryOffice.quoteAccepted } as const;
/** By phone, or because the customer canceled: also beside an accepted quote. Its quotes keep their states. */
const decision = { stops: [openReason] } as const;

/** What the office does to an inquiry by hand, by the status that it sets. */
export const officeMoves = {
  new: putBack,
  contacted: putBack,
  quoted: putBack,
  won: decision,
  lost: decision,
} as const satisfies Record<Status, Move>;

/**
 * Lets the office set the status of a locked inquiry by hand, or throws 409. Returns how many waiting mails were
 * stopped; the caller changes the inquiry.
 */
export async function applyOfficeMove(
  { tx }: Pick<Write, 'tx'>,
  inquiry: Pick<InquiryRow, 'id' | 'status'>,
  to: Status,
): Promise<number> {
  if (to === inquiry.status) return 0;
  const move: Move = officeMoves[to];
  if (move.isFirst && (await hasAcceptedQuote(tx, inquiry.id))) {
    throw conflict(move.refusal ?? office.isWon);
  }
  if (move.stops.length === 0) return 0;
  const ids = (await selectQuotes(tx, [inquiry.id])).map(({ quote_id }) => quote_id);
  return (await stopMails(tx, move.stops, ids)).length;
}
