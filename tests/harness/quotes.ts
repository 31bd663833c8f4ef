/** Quotes over the API: written, sent, answered. */
import { expect } from 'vitest';
import type { Inquiry } from '#contract/inquiries.ts';
import { dayAfter, today } from '#contract/rules/dates.ts';
import { send } from '../fixtures/requests.ts';
import type { TestApp } from './app.ts';
import { smallInquiry } from './inquiry-sample.ts';
import { codeOf } from './testimonials.ts';

export const quoteLines = [
  { description: 'Ames, IA to Joliet, IL', quantity: 3, unit_price: 412.35 },
  { description: 'Fuel surcharge', quantity: 1, unit_price: 0.1 },
];

/** An inquiry with the code of its customer's page. */
export async function makeLinkedInquiry(t: TestApp): Promise<{ id: number; code: string }> {
  const sent = await send(t, 'POST', '/api/inquiry', null, smallInquiry);
  expect(sent.statusCode, sent.body).toBe(201);
  const { reference, status_url } = sent.json();
  const query = t.ctx.db.selectFrom('inquiries').select('id').where('reference', '=', reference);
  return { id: (await query.executeTakeFirstOrThrow()).id, code: codeOf(status_url) };
}

/** Writes a draft; returns its id. */
export async function makeQuote(t: TestApp, inquiry: number, given: object = {}): Promise<number> {
  const valid_until = dayAfter(today(t.ctx.now()), 14);
  const body = { lines: quoteLines, valid_until, ...given };
  const made = await send(t, 'POST', `/api/inquiries/${inquiry}/quotes`, t.admin, body);
  expect(made.statusCode, made.body).toBe(201);
  return made.json().quote_id;
}

export const sendQuote = (t: TestApp, id: number) =>
  send(t, 'POST', `/api/quotes/${id}/send`, t.admin);

export const withdrawQuote = (t: TestApp, id: number) =>
  send(t, 'POST', `/api/quotes/${id}/withdraw`, t.admin);

/** A sent quote of a new inquiry. */
export async function makeSentQuote(t: TestApp) {
  const { id: inquiry, code } = await makeLinkedInquiry(t);
  const quote = await makeQuote(t, inquiry);
  const sent = await sendQuote(t, quote);
  expect(sent.statusCode, sent.body).toBe(200);
  return { inquiry, code, quote };
}

export const answerWith = (t: TestApp, code: string, quote_id: number, answer: string) =>
  send(t, 'POST', `/api/inquiry/${code}/answer`, null, {
    quote_id,
    answer,
    name: 'Yolanda Pruitt',
  });

/** An inquiry as the office's list has it. */
export async function inquiryOf(t: TestApp, id: number): Promise<Inquiry> {
  const list = await send(t, 'GET', '/api/inquiries', t.admin);
  const found = (list.json() as Inquiry[]).find((one) => one.id === id);
  if (!found) throw new Error(`no inquiry ${id}`);
  return found;
}
