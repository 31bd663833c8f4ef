import type { Generated } from 'kysely';

/** Quotes of an inquiry. 'expired' isn't stored: it is a sent quote after its last valid day. */
export interface QuotesTable {
  quote_id: Generated<number>;
  inquiry_id: number;
  /** Reference of the inquiry with the quote's place, such as `Q-7F3K2M-1`. */
  number: string;
  status: Generated<'draft' | 'sent' | 'accepted' | 'declined' | 'withdrawn'>;
  /** The last day it can be accepted. */
  valid_until: string;
  message: Generated<string>;
  /** The sum of its lines, as computed when they were stored. */
  total_cents: number;
  created_by: number;
  created_at: string;
  sent_at: Generated<string | null>;
  answered_at: Generated<string | null>;
  /** The name that the customer typed. */
  answered_by: Generated<string>;
  answer_note: Generated<string>;
  version: Generated<number>;
  /** When the office was told that it expired. */
  expiry_noticed_at: Generated<string | null>;
}

export interface QuoteLinesTable {
  id: Generated<number>;
  quote_id: number;
  /** Order in the quote, from 0. */
  place: number;
  description: string;
  quantity: number;
  unit_price_cents: number;
}
