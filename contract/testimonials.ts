import * as z from 'zod/mini';
import { maxQuoteLength } from './form-choices.ts';
import { field } from './messages/general.ts';
import { testimonials as messages } from './messages/testimonials.ts';
import { stateCodes, states } from './rules/states.ts';
import { endpoint } from './wire/endpoint.ts';
import { anyChoice, choice, done, idParams, instant, line, page, text } from './wire/fields.ts';
import { createShape, type RecordFields, replyShape, updateShape } from './wire/record-fields.ts';

/**
 * `invited`: the link is unused. `waiting`: written, for an admin to review.
 * `approved`: on the home page. `declined`: not on the home page, or no longer.
 */
export const testimonialStatuses = ['invited', 'waiting', 'approved', 'declined'] as const;
export type TestimonialStatus = (typeof testimonialStatuses)[number];

/** Days until a link expires. */
export const linkDays = 30;

export const testimonialFields = {
  quote: { kind: 'text', label: 'Quote', schema: text(maxQuoteLength) },
  client: { kind: 'line', label: 'Name', schema: line() },
  role: { kind: 'line', label: 'Role', schema: line() },
  company: { kind: 'line', label: 'Company', schema: line() },
  city: { kind: 'line', label: 'City', schema: line() },
  state: {
    kind: 'choice',
    label: 'State',
    schema: choice(stateCodes),
    replySchema: z.string(),
    description: 'Two letters.',
    options: states.map(([value, label]) => ({ value, label })),
  },
} satisfies RecordFields;

/** A testimonial as the home page shows it. */
export const approved = z.object(replyShape(testimonialFields));
export type Approved = z.output<typeof approved>;

/** A testimonial, or an open link; its texts are '' until it is written. */
export const testimonial = z.object({
  ...approved.shape,
  id: z.int(),
  status: z.enum(testimonialStatuses),
  inquiry_id: z.int().check(z.describe('The won inquiry that it is about.')),
  reference: z.string().check(z.describe('The reference of the inquiry.')),
  email: z.string().check(z.describe('The address that the link was mailed to.')),
  invited_at: instant.check(z.describe('When the link was created.')),
  expires_at: instant.check(z.describe('When the link expires.')),
  written_at: z.nullable(instant).check(z.describe('When the client wrote it; null until then.')),
  decided_by: z
    .nullable(z.string())
    .check(z.describe('The admin who last approved or declined it.')),
  decided_at: z.nullable(instant),
  version: z.int(),
});
export type Testimonial = z.output<typeof testimonial>;

const code = z
  .string({ error: field.required })
  .check(z.regex(/^[A-Za-z0-9_-]{20,100}$/, messages.linkBroken));

export const listTestimonials = endpoint({
  name: 'listTestimonials',
  method: 'GET',
  path: '/api/testimonials',
  access: 'admin',
  summary: 'Lists testimonials and open links, newest first.',
  query: z.object(page),
  status: 200,
  reply: z.array(testimonial),
  paged: true,
});

export const listApproved = endpoint({
  name: 'listApproved',
  method: 'GET',
  path: '/api/testimonials/approved',
  access: 'public',
  summary: 'Lists approved testimonials in the order of their approval.',
  status: 200,
  reply: z.array(approved),
});

export const inviteClient = endpoint({
  name: 'inviteClient',
  method: 'POST',
  path: '/api/inquiries/{id}/testimonial-link',
  access: 'admin',
  summary:
    'Creates a one-time link for the sender of a won inquiry and mails it; replaces an earlier unused link.',
  params: idParams,
  status: 201,
  reply: z.object({ message: z.string(), id: z.int(), url: z.string(), expires_at: instant }),
});

export const openInvitation = endpoint({
  name: 'openInvitation',
  method: 'GET',
  path: '/api/testimonial/{code}',
  access: 'public',
  summary:
    'Returns the client that a one-time link was sent to; 404 when the link is no longer valid.',
  params: z.object({ code }),
  status: 200,
  reply: z.object({ client: z.string(), company: z.string() }),
});

export const testimonialInput = z.object(createShape(testimonialFields));

export const writeTestimonial = endpoint({
  name: 'writeTestimonial',
  method: 'POST',
  path: '/api/testimonial/{code}',
  access: 'public',
  limited: 'link',
  summary: 'Stores a testimonial and uses up the link; it is public once an admin approves it.',
  params: z.object({ code }),
  body: testimonialInput,
  status: 201,
  reply: done,
  idempotent: true,
});

export const updateTestimonial = endpoint({
  name: 'updateTestimonial',
  method: 'PUT',
  path: '/api/testimonials/{id}',
  access: 'admin',
  summary:
    'Edits, approves or declines a testimonial, or withdraws an approved one; only the keys sent change.',
  params: idParams,
  body: z.object({
    ...updateShape(testimonialFields),
    status: anyChoice(['waiting', 'approved', 'declined']),
  }),
  status: 200,
  reply: done,
});

export const deleteTestimonial = endpoint({
  name: 'deleteTestimonial',
  method: 'DELETE',
  path: '/api/testimonials/{id}',
  access: 'admin',
  summary: 'Revokes an unused link or deletes a testimonial.',
  params: idParams,
  status: 200,
  reply: done,
});

/** Sent without payload to admins when testimonials changed, so that their pages reload them. */
export const testimonialsEvent = 'testimonials';
