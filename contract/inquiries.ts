import * as z from 'zod/mini';
import { honeypotField, vehicleConditions, vehicleTypes } from './form-choices.ts';
import {
  shipmentChecks,
  vehiclesInput,
  vehiclesReply,
  vehiclesUpdate,
} from './inquiry-vehicles.ts';
import { inquiries as messages } from './messages/inquiries.ts';
import { quote } from './quotes.ts';
import { endpoint, type ReplyOf } from './wire/endpoint.ts';
import {
  anyChoice,
  done,
  email,
  idParams,
  inOrder,
  instant,
  line,
  nullableText,
  optionalChoice,
  optionalDate,
  optionalId,
  optionalLine,
  optionalText,
  optionalWhole,
  page,
} from './wire/fields.ts';
import { createShape, type RecordFields, replyShape, updateShape } from './wire/record-fields.ts';

export const inquiryStatuses = ['new', 'contacted', 'quoted', 'won', 'lost'] as const;

export const contactFields = {
  company_name: { kind: 'line', label: 'Company', schema: line() },
  contact_person: { kind: 'line', label: 'Contact person', schema: line() },
  company_address: { kind: 'line', label: 'Address', schema: optionalLine() },
  phone_number: { kind: 'line', label: 'Phone', schema: optionalLine() },
  email_address: { kind: 'line', label: 'Email', schema: email() },
  website: { kind: 'line', label: 'Website', schema: optionalLine(2000) },
} satisfies RecordFields;

/** A quote requires type, condition and both places (`shipmentChecks`); a certificate has none of them. */
export const shipmentFields = {
  vehicle_type: {
    kind: 'choice',
    label: 'Vehicle type',
    schema: optionalChoice(vehicleTypes),
    replySchema: z.enum([...vehicleTypes, '']),
  },
  number_of_vehicles: {
    kind: 'number',
    label: 'Number of vehicles',
    schema: optionalWhole(1, 1_000_000),
    replySchema: z.nullable(z.int()),
  },
  vehicle_dimension: { kind: 'text', label: 'Dimensions', schema: optionalText() },
  vehicle_condition: {
    kind: 'choice',
    label: 'Condition',
    schema: optionalChoice(vehicleConditions),
    replySchema: z.enum([...vehicleConditions, '']),
  },
  special_handling: { kind: 'text', label: 'Special handling', schema: optionalText() },
  pickup_location: { kind: 'line', label: 'Pickup location', schema: optionalLine() },
  pickup_date: { kind: 'date', label: 'Pickup date', schema: optionalDate() },
  pickup_facilities: { kind: 'text', label: 'Pickup facilities', schema: optionalText() },
  delivery_location: { kind: 'line', label: 'Delivery location', schema: optionalLine() },
  delivery_date: { kind: 'date', label: 'Delivery date', schema: optionalDate() },
  delivery_facilities: { kind: 'text', label: 'Delivery facilities', schema: optionalText() },
  additional_info: { kind: 'text', label: 'Additional information', schema: optionalText() },
} satisfies RecordFields;

/** What the office plans. */
export const planFields = {
  owner_id: {
    kind: 'reference',
    label: 'Owner',
    schema: optionalId(),
    replySchema: z.nullable(z.int()),
    nameField: 'owner_name',
    description: 'The admin who answers it; null when there is none, or their account is closed.',
  },
  next_step: { kind: 'line', label: 'Next step', schema: optionalLine(200) },
  next_step_on: { kind: 'date', label: 'Next step on', schema: optionalDate() },
  scheduled_on: { kind: 'date', label: 'Planned pickup', schema: optionalDate() },
} satisfies RecordFields;

export const inquiryInput = z
  .object({
    ...createShape(contactFields),
    ...createShape(shipmentFields),
    ...vehiclesInput,
    /** reCAPTCHA v3 token of the action 'submit'; checked only where reCAPTCHA is configured. */
    recaptchaToken: optionalText(),
    [honeypotField]: optionalText(),
  })
  .check(inOrder('pickup_date', 'delivery_date', messages.deliveryTooEarly), ...shipmentChecks);
export type InquiryInput = z.output<typeof inquiryInput>;

export const inquiryNote = z.object({
  id: z.int(),
  /** '' when the author isn't known. */
  author: z.string(),
  text: z.string(),
  created_at: instant,
  /** 'customer': words of the sender. */
  kind: z.enum(['note', 'customer']),
});
export type InquiryNote = z.output<typeof inquiryNote>;

/** A note, words of the sender, or what happened; without an author the server did it. */
export const inquiryEvent = z.object({
  ...inquiryNote.shape,
  kind: z
    .string()
    .check(
      z.describe(
        'note, customer, status, owner, next_step, pickup, vehicles, mail, quote, link or overdue.',
      ),
    ),
});
export type InquiryEvent = z.output<typeof inquiryEvent>;

export const inquiry = z.object({
  id: z.int(),
  /** Short code that the sender can quote on the phone. */
  reference: z.string(),
  status: z.enum(inquiryStatuses),
  /** reCAPTCHA failed, the honeypot was filled in, or it arrived in a flood: to be reviewed before a reply. */
  flagged: z.boolean(),
  /** The latest note; '' when there is none or it was cleared. */
  note: z.string(),
  /** Notes and words of the sender, oldest first. */
  notes: z.array(inquiryNote),
  created_at: instant,
  version: z.int(),
  /** '' without an owner. */
  owner_name: z.string(),
  /** When the first reply is due: one business day of office hours after it came; null once it isn't new. */
  due_at: z.nullable(instant),
  /** Messages of the sender that no admin has seen. */
  unread: z.int(),
  ...replyShape(planFields),
  /** Oldest first. */
  quotes: z.array(quote),
  ...replyShape(contactFields),
  ...replyShape(shipmentFields),
  ...vehiclesReply,
});
export type Inquiry = z.output<typeof inquiry>;

/** Sent without a payload to admins when inquiries have changed; open pages reload them. */
export const inquiriesEvent = 'inquiries';

export const sendInquiry = endpoint({
  name: 'sendInquiry',
  method: 'POST',
  path: '/api/inquiry',
  access: 'public',
  limited: 'form',
  summary:
    'Requests a quote, which is stored, then mailed to the office; the sender gets the reference.',
  body: inquiryInput,
  status: 201,
  reply: z.object({
    message: z.string(),
    reference: z.string(),
    status_url: z.string().check(z.describe('Where the sender follows the request.')),
  }),
  idempotent: true,
});

export const listInquiries = endpoint({
  name: 'listInquiries',
  method: 'GET',
  path: '/api/inquiries',
  access: 'admin',
  summary: 'Lists inquiries, newest first.',
  query: z.object(page),
  status: 200,
  reply: z.array(inquiry),
  paged: true,
});

export const getInquiry = endpoint({
  name: 'getInquiry',
  method: 'GET',
  path: '/api/inquiries/{id}',
  access: 'admin',
  summary: 'Returns one inquiry.',
  params: idParams,
  status: 200,
  reply: inquiry,
});

export const listInquiryEvents = endpoint({
  name: 'listInquiryEvents',
  method: 'GET',
  path: '/api/inquiries/{id}/events',
  access: 'admin',
  summary:
    "Lists everything that happened to an inquiry, oldest first: notes, the sender's words, changes, mails, quotes.",
  params: idParams,
  status: 200,
  reply: z.array(inquiryEvent),
});

export const readInquiry = endpoint({
  name: 'readInquiry',
  method: 'POST',
  path: '/api/inquiries/{id}/read',
  access: 'admin',
  summary:
    "Marks the sender's messages as read, up to a note's id or all; for the whole office, without a new version.",
  params: idParams,
  body: z.object({ up_to: optionalId() }),
  status: 200,
  reply: done,
});

export const inquiryUpdate = z.object({
  status: anyChoice(inquiryStatuses),
  note: z.optional(nullableText()),
  ...updateShape(planFields),
  ...vehiclesUpdate,
});

export const updateInquiry = endpoint({
  name: 'updateInquiry',
  method: 'PUT',
  path: '/api/inquiries/{id}',
  access: 'admin',
  summary:
    'Sets status, owner, next step and planned pickup of an inquiry and adds a note; only the keys sent change. A note equal to the latest one adds nothing; an owner who is not an open admin is a 400.',
  params: idParams,
  body: inquiryUpdate,
  status: 200,
  reply: done,
});

export const inquiryFigures = endpoint({
  name: 'inquiryFigures',
  method: 'GET',
  path: '/api/inquiries/figures',
  access: 'admin',
  summary:
    'Win rate and median time to the first reply in each of the last 12 months, by the month of the decision and of the reply, without possible spam.',
  status: 200,
  reply: z.object({
    /** Oldest first. */
    months: z.array(
      z.object({
        /** YYYY-MM. */
        month: z.string(),
        won: z.int(),
        lost: z.int(),
        /** Percent won of those decided; null without one. */
        win_rate: z.nullable(z.int()),
        replied: z.int(),
        /** Hours between arrival and first reply, with one decimal; null without one. */
        median_reply_hours: z.nullable(z.number()),
      }),
    ),
  }),
});
export type InquiryMonth = ReplyOf<typeof inquiryFigures>['months'][number];
