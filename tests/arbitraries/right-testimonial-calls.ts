import { expect } from 'vitest';
import type { TestApp } from '../harness/app.ts';
import { makeInvitation, revise, type Words, writeWith } from '../harness/testimonials.ts';
import type { RightCall } from './right-document-calls.ts';
import { choice, type FieldRule, line, type Wire } from './wire-rules.ts';

/** What a client says, right in every field. */
export const rightWords = (): Words => ({
  quote: 'They call an hour out.\nThe sheet matches the load.',
  client: 'Dana Poole',
  role: 'Fleet Manager',
  company: 'Prairie Auto Auction',
  city: 'Joliet',
  state: 'IL',
});

const words: Record<string, FieldRule> = {
  quote: { kind: 'text', required: true, max: 400 },
  client: line(100),
  role: line(100),
  company: line(100),
  city: line(100),
  state: choice('IL', 'NE', 'WY'),
};

async function makeWritten(t: TestApp): Promise<number> {
  const { id, code } = await makeInvitation(t);
  const answer = await writeWith(t, code, rightWords());
  expect(answer.statusCode, answer.body).toBe(201);
  return id;
}

/** Of each call about testimonials. */
export const rightTestimonialCalls: Record<string, RightCall> = {
  listTestimonials: () => ({}),
  listApproved: () => ({}),
  inviteClient: async (t) => {
    const { inquiry } = await makeInvitation(t);
    return { url: `/api/inquiries/${inquiry}/testimonial-link` };
  },
  openInvitation: async (t) => ({ url: `/api/testimonial/${(await makeInvitation(t)).code}` }),
  writeTestimonial: async (t) => ({
    url: `/api/testimonial/${(await makeInvitation(t)).code}`,
    payload: rightWords(),
  }),
  updateTestimonial: async (t) => ({
    url: `/api/testimonials/${await makeWritten(t)}`,
    payload: { status: 'approved' },
  }),
  deleteTestimonial: async (t) => ({ url: `/api/testimonials/${await makeWritten(t)}` }),
};

async function makeApproved(t: TestApp): Promise<Record<string, never>> {
  const answer = await revise(t, await makeWritten(t), { status: 'approved' });
  expect(answer.statusCode, answer.body).toBe(200);
  return {};
}

/** The same with as much in each reply as there can be. */
export const fullTestimonialCalls: Record<string, RightCall> = {
  ...rightTestimonialCalls,
  listTestimonials: makeApproved,
  listApproved: makeApproved,
};

/** What the calls with a body take. */
export const testimonialWires: Record<string, Wire> = {
  writeTestimonial: { valid: rightWords, fields: words },
  updateTestimonial: {
    valid: () => ({ ...rightWords(), version: 1 }),
    fields: {
      ...words,
      status: { kind: 'choice', required: false, choices: ['waiting', 'approved', 'declined'] },
      version: { kind: 'version' },
    },
  },
};
