import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import {
  anyChoice,
  choice,
  done,
  email,
  idParams,
  inOrder,
  instant,
  line,
  nullableText,
  optionalDate,
  optionalLine,
  optionalText,
  optionalWhole,
  page,
  version,
} from './fields.ts';
import { inquiries as messages } from './messages/inquiries.ts';

export const vehicleTypes = ['car', 'truck', 'van'] as const;
export const vehicleConditions = ['new', 'used', 'salvaged'] as const;
export const inquiryStatuses = ['new', 'contacted', 'quoted', 'won', 'lost'] as const;

/** The form field that people never see; what fills it is a program. */
export const honeypotField = 'fax_number';

export const inquiryInput = z
  .object({
    company_name: line(),
    contact_person: line(),
    company_address: optionalLine(),
    phone_number: optionalLine(),
    email_address: email(),
    website: optionalLine(2000),
    vehicle_type: choice(vehicleTypes),
    number_of_vehicles: optionalWhole(0, 1_000_000),
    vehicle_dimension: optionalText(),
    vehicle_condition: choice(vehicleConditions),
    special_handling: optionalText(),
    pickup_location: line(),
    pickup_date: optionalDate(),
    pickup_facilities: optionalText(),
    delivery_location: line(),
    delivery_date: optionalDate(),
    delivery_facilities: optionalText(),
    additional_info: optionalText(),
    /** reCAPTCHA v3 token of the action 'submit'; checked only where reCAPTCHA is configured. */
    recaptchaToken: optionalText(),
    [honeypotField]: optionalText(),
  })
  .check(inOrder('pickup_date', 'delivery_date', messages.deliveryTooEarly));
export type InquiryInput = z.output<typeof inquiryInput>;

export const inquiryNote = z.object({
  id: z.int(),
  /** Who wrote it; '' where that isn't known. */
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
  /** Failed or low reCAPTCHA, or the honeypot was filled: worth a look before an answer. */
  flagged: z.boolean(),
  /** The latest note; '' when there is none or it was cleared. */
  note: z.string(),
  /** Every note ever written, oldest first. */
  notes: z.array(inquiryNote),
  created_at: instant,
  version: z.int(),
  company_name: z.string(),
  contact_person: z.string(),
  company_address: z.string(),
  phone_number: z.string(),
  email_address: z.string(),
  website: z.string(),
  vehicle_type: z.enum(vehicleTypes),
  number_of_vehicles: z.nullable(z.int()),
  vehicle_dimension: z.string(),
  vehicle_condition: z.enum(vehicleConditions),
  special_handling: z.string(),
  pickup_location: z.string(),
  pickup_date: z.nullable(z.string()),
  pickup_facilities: z.string(),
  delivery_location: z.string(),
  delivery_date: z.nullable(z.string()),
  delivery_facilities: z.string(),
  additional_info: z.string(),
});
export type Inquiry = z.output<typeof inquiry>;

export const sendInquiry = endpoint({
  name: 'sendInquiry',
  method: 'POST',
  path: '/api/inquiry',
  access: 'public',
  summary: 'Asks for a quote; stored first, mailed to the office and the sender after.',
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
  summary: 'The office inbox, newest first.',
  query: z.object(page),
  status: 200,
  reply: z.array(inquiry),
  paged: true,
});

export const updateInquiry = endpoint({
  name: 'updateInquiry',
  method: 'PUT',
  path: '/api/inquiries/{id}',
  access: 'admin',
  summary:
    'Sets the status of an inquiry and adds a note; only the keys sent change. A note equal to the latest one adds nothing.',
  params: idParams,
  body: z.object({
    status: anyChoice(inquiryStatuses),
    note: z.optional(nullableText()),
    version: version(),
  }),
  status: 200,
  reply: done,
});
