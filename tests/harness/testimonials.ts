/** Testimonials made the way people make them: asked for, written, judged. */
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { Testimonial } from '#contract/testimonials.ts';
import type { TestApp } from './app.ts';
import { smallInquiry } from './inquiry-sample.ts';

export type Words = Record<'quote' | 'client' | 'role' | 'company' | 'city' | 'state', string>;

/** A new inquiry, won unless said otherwise; answers its id. */
export async function makeInquiry(t: TestApp, status = 'won'): Promise<number> {
  await t.app.inject({ method: 'POST', url: '/api/inquiry', payload: smallInquiry });
  const list = await t.app.inject({ url: '/api/inquiries?limit=1', headers: t.admin.headers });
  const { id } = list.json()[0];
  const { headers } = t.admin;
  const url = `/api/inquiries/${id}`;
  const moved = await t.app.inject({ method: 'PUT', url, payload: { status }, headers });
  expect(moved.statusCode, moved.body).toBe(200);
  return id;
}

/** Asks the sender of an inquiry for a testimonial. */
export function invite(t: TestApp, inquiry: number): Promise<LightMyRequestResponse> {
  const url = `/api/inquiries/${inquiry}/testimonial-link`;
  return t.app.inject({ method: 'POST', url, headers: t.admin.headers });
}

/** The code at the end of a link. */
export const codeOf = (url: string) => String(url).split('/').at(-1) ?? '';

/** A link that works, for a new won inquiry or the one given. */
export async function makeInvitation(t: TestApp, known?: number) {
  const inquiry = known ?? (await makeInquiry(t));
  const made = await invite(t, inquiry);
  expect(made.statusCode, made.body).toBe(201);
  return { id: Number(made.json().id), code: codeOf(made.json().url), inquiry };
}

/** Writes with a link's code, as the client does. */
export function writeWith(t: TestApp, code: string, payload: object, headers = {}) {
  return t.app.inject({ method: 'POST', url: `/api/testimonial/${code}`, payload, headers });
}

/** Edits or judges as the admin. */
export function revise(t: TestApp, id: number, payload: object) {
  const url = `/api/testimonials/${id}`;
  return t.app.inject({ method: 'PUT', url, payload, headers: t.admin.headers });
}

/** One testimonial as the admin's list has it. */
export async function testimonialOf(t: TestApp, id: number): Promise<Testimonial | undefined> {
  const list = await t.app.inject({ url: '/api/testimonials', headers: t.admin.headers });
  return (list.json() as Testimonial[]).find((one) => one.id === id);
}
