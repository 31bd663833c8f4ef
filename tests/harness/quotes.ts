/** Quotes over the API: written, sent, answered. */
import type { Inquiry } from '#contract/inquiries.ts';
import { dayAfter, today } from '#contract/rules/dates.ts';
import { send } from '../fixtures/requests.ts';
import { jsonOf, read, rowsOf } from '../records/stored.ts';
import type { TestApp } from './app.ts';
import { smallInquiry } from './inquiry-sample.ts';
import { codeOf } from './testimonials.ts';

export const quoteLines = [
  { description: 'Ames, IA to Joliet, IL', quantity: 3, unit_price: 412.35 },
  { description: 'Fuel surcharge', quantity: 1, unit_price: 0.1 },
];

/** An inquiry with the code of its customer's page. */
export async function makeLinkedInquiry(t: TestApp): Promise<{ id: number; code: string }> {
  const sent = send(t, 'POST', '/api/inquiry', null, smallInquiry);
  const { reference, status_url } = await jsonOf(sent);
  const [row] = await rowsOf(t, 'inquiries', { reference });
  return { id: row?.id ?? 0, code: codeOf(status_url) };
}

/** Writes a draft; returns its id. */
export async function makeQuote(t: TestApp, inquiry: number, given: object = {}): Promise<number> {
  const valid_until = dayAfter(today(t.ctx.now()), 14);
  const body = { lines: quoteLines, valid_until, ...given };
  const made = send(t, 'POST', `/api/inquiries/${inquiry}/quotes`, t.admin, body);
  return (await jsonOf(made)).quote_id;
}

export const sendQuote = (t: TestApp, id: number, body: object | null = null) =>
  send(t, 'POST', `/api/quotes/${id}/send`, t.admin, body);

export const withdrawQuote = (t: TestApp, id: number) =>
  send(t, 'POST', `/api/quotes/${id}/withdraw`, t.admin);

/** A sent quote of a new inquiry. */
export async function makeSentQuote(t: TestApp) {
  const { id: inquiry, code } = await makeLinkedInquiry(t);
  const quote = await makeQuote(t, inquiry);
  await jsonOf(sendQuote(t, quote));
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
  const list: Inquiry[] = await read(t, '/api/inquiries');
  const found = list.find((one) => one.id === id);
  if (!found) throw new Error(`no inquiry ${id}`);
  return found;
}
