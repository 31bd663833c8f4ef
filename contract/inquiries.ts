import * as z from 'zod/mini';
import { honeypotField, vehicleConditions, vehicleTypes } from './form-choices.ts';
import {
  shipmentChecks,
  vehiclesInput,
  vehiclesReply,
  vehiclesUpdate,
} from './inquiry-vehicles.ts';
import { inquiries as messages } from './messages/inquiries.ts';
import { endpoint } from './wire/endpoint.ts';
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
  optionalLine,
  optionalText,
  optionalWhole,
  page,
  version,
} from './wire/fields.ts';
import { createShape, type RecordFields, replyShape } from './wire/record-fields.ts';

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
});
export type InquiryNote = z.output<typeof inquiryNote>;

export const inquiry = z.object({
  id: z.int(),
  /** Short code that the sender can quote on the phone. */
  reference: z.string(),
  status: z.enum(inquiryStatuses),
  /** reCAPTCHA failed, the honeypot was filled in, or it arrived in a flood: to be reviewed before a reply. */
  flagged: z.boolean(),
  /** The latest note; '' when there is none or it was cleared. */
  note: z.string(),
  /** Every note, oldest first. */
  notes: z.array(inquiryNote),
  created_at: instant,
  version: z.int(),
  ...replyShape(contactFields),
  ...replyShape(shipmentFields),
  ...vehiclesReply,
});
export type Inquiry = z.output<typeof inquiry>;

export const sendInquiry = endpoint({
  name: 'sendInquiry',
  method: 'POST',
  path: '/api/inquiry',
  access: 'public',
  summary:
    'Requests a quote, which is stored, then mailed to the office; the sender gets the reference.',
  body: inquiryInput,
  status: 201,
  reply: z.object({ message: z.string(), reference: z.string() }),
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

export const inquiryUpdate = z.object({
  status: anyChoice(inquiryStatuses),
  note: z.optional(nullableText()),
  ...vehiclesUpdate,
  version: version(),
});

export const updateInquiry = endpoint({
  name: 'updateInquiry',
  method: 'PUT',
  path: '/api/inquiries/{id}',
  access: 'admin',
  summary:
    'Sets the status of an inquiry and adds a note; only the keys sent change. A note equal to the latest one adds nothing.',
  params: idParams,
  body: inquiryUpdate,
  status: 200,
  reply: done,
});
