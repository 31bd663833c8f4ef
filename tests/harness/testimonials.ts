/** Testimonials over the API: requested, written, reviewed. */
import type { LightMyRequestResponse } from 'fastify';
import type { Testimonial } from '#contract/testimonials.ts';
import { send } from '../fixtures/requests.ts';
import { jsonOf, read } from '../records/stored.ts';
import type { TestApp } from './app.ts';
import { smallInquiry } from './inquiry-sample.ts';

/** A new inquiry, by default won; returns its id. */
export async function makeInquiry(t: TestApp, status = 'won'): Promise<number> {
  await send(t, 'POST', '/api/inquiry', null, smallInquiry);
  const [{ id }] = await read(t, '/api/inquiries?limit=1');
  await jsonOf(send(t, 'PUT', `/api/inquiries/${id}`, t.admin, { status }));
  return id;
}

/** Asks the sender of an inquiry for a testimonial. */
export function invite(t: TestApp, inquiry: number): Promise<LightMyRequestResponse> {
  return send(t, 'POST', `/api/inquiries/${inquiry}/testimonial-link`, t.admin);
}

/** The code at the end of a link. */
export const codeOf = (url: string) => String(url).split('/').at(-1) ?? '';

/** A link that works, for a new won inquiry or the one given. */
export async function makeInvitation(t: TestApp, known?: number) {
  const inquiry = known ?? (await makeInquiry(t));
  const { id, url } = await jsonOf(invite(t, inquiry));
  return { id: Number(id), code: codeOf(url), inquiry };
}

/** Writes with a link's code, as the client does. */
export function writeWith(t: TestApp, code: string, payload: object, headers = {}) {
  return send(t, 'POST', `/api/testimonial/${code}`, null, payload, headers);
}

/** Edits or reviews as the admin. */
export function revise(t: TestApp, id: number, payload: object) {
  return send(t, 'PUT', `/api/testimonials/${id}`, t.admin, payload);
}

/** One testimonial as the admin's list has it. */
export async function testimonialOf(t: TestApp, id: number): Promise<Testimonial | undefined> {
  const list: Testimonial[] = await read(t, '/api/testimonials');
  return list.find((one) => one.id === id);
}
