/** The page on which a customer follows an inquiry by a link, without an account. */
import * as z from 'zod/mini';
import { contactFields, shipmentFields } from './inquiries.ts';
import { vehiclesReply, vinText } from './inquiry-vehicles.ts';
import { quote } from './quotes.ts';
import { codeParams } from './wire/code-params.ts';
import { endpoint } from './wire/endpoint.ts';
import {
  choice,
  done,
  flag,
  id,
  idParams,
  instant,
  line,
  optionalText,
  storable,
} from './wire/fields.ts';
import { replyShape } from './wire/record-fields.ts';

/** Where the load stands, for the customer. */
export const statusSteps = [
  'received',
  'in_progress',
  'quoted',
  'expired',
  'declined',
  'accepted',
  'scheduled',
  'closed',
] as const;
export type StatusStep = (typeof statusSteps)[number];

export const answers = ['accepted', 'declined'] as const;

const maxMessage = 5_000;

export const inquiryStatus = z.object({
  reference: z.string(),
  status: z.enum(statusSteps),
  company_name: z.string(),
  pickup_location: z.string(),
  delivery_location: z.string(),
  number_of_vehicles: z.nullable(z.int()),
  created_at: instant,
  vins: vehiclesReply.vins,
  quotes: z.array(quote),
});
export type InquiryStatus = z.output<typeof inquiryStatus>;

export const getInquiryStatus = endpoint({
  name: 'getInquiryStatus',
  method: 'GET',
  path: '/api/inquiry/{code}',
  access: 'public',
  summary:
    'Returns where an inquiry stands and its quotes; 404 for an unknown, revoked or expired code.',
  params: codeParams,
  status: 200,
  failures: [404],
  reply: inquiryStatus,
});

export const getEarlierInquiry = endpoint({
  name: 'getEarlierInquiry',
  method: 'GET',
  path: '/api/inquiry/{code}/values',
  access: 'public',
  summary: 'Returns what the sender of an inquiry entered, to ask again.',
  params: codeParams,
  status: 200,
  failures: [404],
  reply: z.object({
    reference: z.string(),
    ...replyShape(contactFields),
    ...replyShape(shipmentFields),
    vins: vehiclesReply.vins,
    stops: vehiclesReply.stops,
  }),
});

export const answerInput = z.object({
  quote_id: id(),
  answer: choice(answers),
  name: line(),
  note: optionalText(maxMessage),
});

export const answerQuote = endpoint({
  name: 'answerQuote',
  method: 'POST',
  path: '/api/inquiry/{code}/answer',
  access: 'public',
  limited: 'link',
  summary: 'Accepts or declines a quote. Repeated with the same answer it changes nothing.',
  params: codeParams,
  body: answerInput,
  status: 200,
  failures: [404, 409],
  reply: done,
});

export const renewInput = z.object({ quote_id: id() });

export const renewQuote = endpoint({
  name: 'renewQuote',
  method: 'POST',
  path: '/api/inquiry/{code}/renew',
  access: 'public',
  limited: 'link',
  summary:
    'Asks for a new price of an expired or declined quote. The office is told once; repeated it changes nothing.',
  params: codeParams,
  body: renewInput,
  status: 200,
  failures: [404, 409],
  reply: done,
});

/** At least one of them must have text; the service checks it. */
export const messageInput = z.object({
  message: optionalText(maxMessage),
  vins: z._default(z.pipe(vinText, z.string().check(storable)), ''),
});

export const writeAboutInquiry = endpoint({
  name: 'writeAboutInquiry',
  method: 'POST',
  path: '/api/inquiry/{code}/messages',
  access: 'public',
  limited: 'link',
  summary: 'Adds a message of the customer, or VINs, to an inquiry.',
  params: codeParams,
  body: messageInput,
  status: 201,
  failures: [404],
  reply: done,
  idempotent: true,
});

export const getInquiryLink = endpoint({
  name: 'getInquiryLink',
  method: 'GET',
  path: '/api/inquiries/{id}/status-link',
  access: 'admin',
  summary: "Returns the link to the customer's page that mails have; null when none works.",
  params: idParams,
  status: 200,
  reply: z.object({ url: z.nullable(z.string()) }),
});

export const makeInquiryLink = endpoint({
  name: 'makeInquiryLink',
  method: 'POST',
  path: '/api/inquiries/{id}/status-link',
  access: 'admin',
  summary:
    "Makes a new link to the customer's page, and ends the earlier one; with `revoke` only the latter.",
  params: idParams,
  body: z.object({ revoke: flag() }),
  status: 200,
  reply: getInquiryLink.reply,
});
