import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { anyChoice, choice, done, idParams, instant, line, page, text } from './fields.ts';
import { field } from './messages/general.ts';
import { testimonials as messages } from './messages/testimonials.ts';
import { createShape, type RecordFields, replyShape, updateShape } from './record-fields.ts';
import { stateCodes, states } from './states.ts';

/**
 * `invited`: a link is out and nothing was written. `waiting`: written, for an admin to judge.
 * `approved`: on the home page. `declined`: not, or not any more.
 */
export const testimonialStatuses = ['invited', 'waiting', 'approved', 'declined'] as const;
export type TestimonialStatus = (typeof testimonialStatuses)[number];

/** Longest quote in characters: what a slide holds. */
export const maxQuoteLength = 400;
/** Days that a link works. */
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

/** What a client says and who they are, as the home page shows it. */
export const approved = z.object(replyShape(testimonialFields));
export type Approved = z.output<typeof approved>;

/** A testimonial or the link for one; every text is '' until it was written. Newest first in lists. */
export const testimonial = z.object({
  ...approved.shape,
  id: z.int(),
  status: z.enum(testimonialStatuses),
  inquiry_id: z.int().check(z.describe('The won inquiry that it comes from.')),
  reference: z.string().check(z.describe('Of the inquiry.')),
  email: z.string().check(z.describe('Where the link was mailed to.')),
  invited_at: instant.check(z.describe('When the link was made.')),
  expires_at: instant.check(z.describe('When the link runs out.')),
  written_at: z.nullable(instant).check(z.describe('When the client wrote it; null: not yet.')),
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
  summary: 'Every testimonial and every link that is out, newest first.',
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
  summary:
    'The approved ones in the order of their approval: what the home page shows after its own.',
  status: 200,
  reply: z.array(approved),
});

export const inviteClient = endpoint({
  name: 'inviteClient',
  method: 'POST',
  path: '/api/inquiries/{id}/testimonial-link',
  access: 'admin',
  summary:
    'Makes a one-time link for the sender of a won inquiry and mails it to them; an earlier unused one of that inquiry dies.',
  params: idParams,
  status: 201,
  reply: z.object({ message: z.string(), id: z.int(), url: z.string(), expires_at: instant }),
});

export const openInvitation = endpoint({
  name: 'openInvitation',
  method: 'GET',
  path: '/api/testimonial/{code}',
  access: 'public',
  summary: 'Whom a one-time link asks, as the inquiry names them; 404 when it works no more.',
  params: z.object({ code }),
  status: 200,
  reply: z.object({ client: z.string(), company: z.string() }),
});

export const writeTestimonial = endpoint({
  name: 'writeTestimonial',
  method: 'POST',
  path: '/api/testimonial/{code}',
  access: 'public',
  summary: 'Stores what a client says, once; it is public only after an admin has approved it.',
  params: z.object({ code }),
  body: z.object(createShape(testimonialFields)),
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
    'Edits a written testimonial, approves or declines it, or takes an approved one back; only the keys sent change.',
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
  summary: 'Takes a link back that was not used, or deletes what was written.',
  params: idParams,
  status: 200,
  reply: done,
});

/** What the server sends, empty, to open pages of admins when testimonials have changed: they ask again. */
export const testimonialsEvent = 'testimonials';
