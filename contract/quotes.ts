import * as z from 'zod/mini';
import { field } from './messages/general.ts';
import { quotes as messages } from './messages/quotes.ts';
import { endpoint } from './wire/endpoint.ts';
import {
  date,
  done,
  idParams,
  instant,
  line,
  money,
  nullableText,
  optionalText,
  text,
  version,
  whole,
} from './wire/fields.ts';

/** `expired` is derived: a sent quote after its last day in Chicago. */
export const quoteStatuses = [
  'draft',
  'sent',
  'accepted',
  'declined',
  'expired',
  'withdrawn',
] as const;
export type QuoteStatus = (typeof quoteStatuses)[number];

export const maxLines = 50;
const maxMessage = 5_000;

export const quoteLineInput = z.object({
  description: line(200),
  quantity: whole(1, 10_000),
  unit_price: money(),
});

const linesInput = () =>
  z.array(quoteLineInput, { error: field.list }).check(
    // The library's length checks also run on values that aren't lists, and throw when their length isn't a number.
    z.refine((lines) => lines.length > 0, messages.noLines),
    z.refine((lines) => lines.length <= maxLines, messages.tooManyLines(maxLines)),
  );

const quoteLine = z.object({
  description: z.string(),
  quantity: z.int(),
  unit_price: z.number().check(z.describe('Dollars.')),
});
export type QuoteLine = z.output<typeof quoteLine>;

export const quote = z.object({
  quote_id: z.int(),
  number: z.string().check(z.describe("The inquiry's reference and the place of the quote.")),
  status: z.enum(quoteStatuses),
  lines: z.array(quoteLine),
  total: z.number().check(z.describe('Dollars: the sum of the lines.')),
  valid_until: z.string().check(z.describe('The last day it can be accepted, YYYY-MM-DD.')),
  message: z.string(),
  sent_at: z.nullable(instant),
  answered_at: z.nullable(instant),
  answered_by: z.string().check(z.describe("The name that the customer typed; '' until then.")),
  version: z.int(),
});
export type Quote = z.output<typeof quote>;

export const quoteInput = z.object({
  lines: linesInput(),
  valid_until: date(),
  message: optionalText(maxMessage),
});

export const createQuote = endpoint({
  name: 'createQuote',
  method: 'POST',
  path: '/api/inquiries/{id}/quotes',
  access: 'admin',
  summary: 'Adds a draft of a quote to an inquiry; the customer sees it once it is sent.',
  params: idParams,
  body: quoteInput,
  status: 201,
  reply: z.object({ message: z.string(), quote_id: z.int(), number: z.string() }),
  idempotent: true,
});

export const updateQuote = endpoint({
  name: 'updateQuote',
  method: 'PUT',
  path: '/api/quotes/{id}',
  access: 'admin',
  summary: 'Changes a draft; only the keys sent change. 409 once it was sent.',
  params: idParams,
  body: z.object({
    lines: z.optional(linesInput()),
    valid_until: z.optional(date()),
    message: z.optional(nullableText(maxMessage)),
    version: version(),
  }),
  status: 200,
  failures: [409],
  reply: done,
});

export const sendQuote = endpoint({
  name: 'sendQuote',
  method: 'POST',
  path: '/api/quotes/{id}/send',
  access: 'admin',
  summary:
    'Mails the customer a link to the quote, which fixes its price; again when repeated under another Idempotency-Key. 409 for a stale version, a past last day, and an inquiry that is won or lost.',
  params: idParams,
  body: z.object({ version: version() }),
  status: 200,
  failures: [409],
  reply: done,
  idempotent: true,
});

export const copyQuote = endpoint({
  name: 'copyQuote',
  method: 'POST',
  path: '/api/quotes/{id}/copy',
  access: 'admin',
  summary: 'Adds a draft with the same lines and message, valid for as many days from today.',
  params: idParams,
  status: 201,
  reply: createQuote.reply,
  idempotent: true,
});

export const takeBackInput = z.object({ reason: text(maxMessage) });

export const takeBackQuote = endpoint({
  name: 'takeBackQuote',
  method: 'POST',
  path: '/api/quotes/{id}/take-back',
  access: 'admin',
  summary:
    'Undoes an acceptance: withdraws the quote, sets the inquiry to quoted, and mails the customer the reason. 409 unless accepted.',
  params: idParams,
  body: takeBackInput,
  status: 200,
  failures: [409],
  reply: done,
});

export const withdrawQuote = endpoint({
  name: 'withdrawQuote',
  method: 'POST',
  path: '/api/quotes/{id}/withdraw',
  access: 'admin',
  summary: "Withdraws a quote that isn't answered; it can't be accepted anymore.",
  params: idParams,
  status: 200,
  failures: [409],
  reply: done,
});

export const presignQuote = endpoint({
  name: 'presignQuote',
  method: 'GET',
  path: '/api/quotes/{id}/pdf',
  access: 'admin',
  summary: 'Returns a link to the quote as a PDF, valid for 5 minutes.',
  params: idParams,
  status: 200,
  failures: [404],
  reply: z.object({ url: z.string() }),
});
