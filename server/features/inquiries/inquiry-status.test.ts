import { expect, test } from 'vitest';
import { errorOf, replyOf, send } from '#tests/fixtures/requests.ts';
import { startApp, suiteApp } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { smallInquiry } from '#tests/harness/inquiry-sample.ts';
import {
  answerWith,
  inquiryOf,
  makeLinkedInquiry,
  makeQuote,
  makeSentQuote,
  sendQuote,
} from '#tests/harness/quotes.ts';
import { codeOf } from '#tests/harness/testimonials.ts';
import { rowsOf } from '#tests/records/stored.ts';
import { auditOf } from '#tests/records/traces.ts';
import { textOf } from '../../platform/mail/mail-text.ts';

const dead = [
  404,
  "This link was replaced, or has expired. Call the office and we'll send you a new one.",
];

onBothWhenFull("the customer's page of an inquiry", (engine) => {
  let clock = Date.parse('2026-03-02T23:00:00Z');
  const t = suiteApp(engine, { now: () => new Date(clock) });
  const open = (code: string) => t.app.inject(`/api/inquiry/${code}`);
  const link = (id: number, body: object = {}) =>
    send(t, 'POST', `/api/inquiries/${id}/status-link`, t.admin, body);
  const shown = (id: number) =>
    t.app.inject({ url: `/api/inquiries/${id}/status-link`, headers: t.admin.headers });
  const set = (id: number, columns: object) =>
    t.ctx.db.updateTable('inquiries').set(columns).where('id', '=', id).execute();

  test('shows this inquiry only: no notes, no names of the office, no drafts', async () => {
    const { inquiry, code, quote } = await makeSentQuote(t);
    await makeQuote(t, inquiry);
    const note = { note: 'They pay late' };
    await send(t, 'PUT', `/api/inquiries/${inquiry}`, t.admin, note);
    const response = await open(code);
    const { reference, created_at, quotes } = await inquiryOf(t, inquiry);
    expect(replyOf(response)).toEqual([
      200,
      {
        ...{ reference, created_at, status: 'quoted', company_name: smallInquiry.company_name },
        pickup_location: 'Ames, IA',
        delivery_location: 'Joliet, IL',
        number_of_vehicles: null,
        vins: [],
        quotes: quotes.filter(({ quote_id }) => quote_id === quote),
      },
    ]);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.body).not.toMatch(/pay late|anna/);
  });

  test('says that a won load is scheduled', async () => {
    const { id, code } = await makeLinkedInquiry(t);
    await set(id, { status: 'won', scheduled_on: '2026-03-20' });
    expect((await open(code)).json().status).toBe('scheduled');
  });

  test('every mail has the same link; a new one ends it, revoking ends both', async () => {
    const { inquiry: id, code } = await makeSentQuote(t);
    const url = `http://127.0.0.1:3000/inquiry/${code}`;
    const mails = await rowsOf(t, 'outbox', { recipient: smallInquiry.email_address }, 'id');
    const [quote, receipt] = mails.toReversed();
    for (const mail of [quote, receipt]) {
      expect(mail && textOf(t.ctx.tokens, mail).text).toContain(url);
    }
    expect(replyOf(await shown(id))).toEqual([200, { url }]);
    await t.ctx.auditEvents.flush({ all: true });
    const read = { action: 'inquiry.link-read', target_id: String(id) };
    expect(await auditOf(t, read)).toMatchObject([{ user_id: t.admin.userId }]);
    const made = await link(id);
    expect(replyOf(made)).toEqual([200, { url: expect.stringMatching(/\/inquiry\/[\w-]{43}$/) }]);
    const next = codeOf(made.json().url);
    expect(errorOf(await open(code))).toEqual(dead);
    expect((await open(next)).statusCode).toBe(200);
    expect(replyOf(await link(id, { revoke: true }))).toEqual([200, { url: null }]);
    expect(errorOf(await open(next))).toEqual(dead);
    expect(replyOf(await shown(id))).toEqual([200, { url: null }]);
    for (const one of [link, shown]) expect((await one(9_999_999)).statusCode).toBe(404);
    expect(JSON.stringify(await rowsOf(t, 'idempotency_keys'))).not.toContain(code);
  });

  test('lasts 90 days after the last event', async () => {
    const { inquiry, code } = await makeSentQuote(t);
    const expiry = async () =>
      (await rowsOf(t, 'status_links', { inquiry_id: inquiry }))[0]?.expires_at;
    const ninetyDays = () => new Date(clock + 90 * 86_400_000).toISOString();
    expect(await expiry()).toBe(ninetyDays());
    clock += 3_600_000;
    await send(t, 'POST', `/api/inquiry/${code}/messages`, null, { message: 'When?' });
    expect(await expiry()).toBe(ninetyDays());
    clock += 3_600_000;
    await send(t, 'PUT', `/api/inquiries/${inquiry}`, t.admin, { scheduled_on: '2030-01-02' });
    expect(await expiry()).toBe(ninetyDays());
    await send(t, 'POST', `/api/inquiries/${inquiry}/status-link`, t.admin, { revoke: 1 });
    await send(t, 'PUT', `/api/inquiries/${inquiry}`, t.admin, { status: 'contacted' });
    expect(await expiry()).toBeUndefined();
  });

  test('lives as long as its quote, and no longer', async () => {
    const { id, code } = await makeLinkedInquiry(t);
    const quote = await makeQuote(t, id, { valid_until: '2026-09-30' });
    await sendQuote(t, quote);
    const started = clock;
    clock = Date.parse('2026-10-01T04:59:00Z');
    expect((await open(code)).json().status).toBe('quoted');
    clock += 60_000;
    expect(errorOf(await open(code))).toEqual(dead);
    clock -= 60_000;
    expect((await answerWith(t, code, quote, 'accepted')).statusCode).toBe(200);
    clock += 60_000;
    expect((await open(code)).json().status).toBe('accepted');
    clock = started;
  });

  test('the link that the office copies is in the language of the form', async () => {
    const { id } = await makeLinkedInquiry(t);
    await set(id, { language: 'es' });
    const { url } = (await link(id)).json();
    expect(url).toMatch(/:3000\/es\/inquiry\/[\w-]{43}$/);
    expect((await shown(id)).json()).toEqual({ url });
    expect((await link(id, { revoke: 1 })).json()).toEqual({ url: null });
  });

  test('a message is in the notes under the contact person, and unread', async () => {
    const { id, code } = await makeLinkedInquiry(t);
    const url = `/api/inquiry/${code}/messages`;
    const message = "Gate O'Hare 7, ring twice.\nClosed Sundays.";
    const body = { message, vins: ['1M8GDM9AXKP042788'] };
    expect((await send(t, 'POST', url, null, body)).json()).toEqual({
      message: 'Thank you. Your message is with our office.',
    });
    // Typed again in a text, and with a wrong digit.
    const vins = 'again 1m8gdm9axkp042788, 1M8GDM9AXKP042789';
    expect((await send(t, 'POST', url, null, { vins })).statusCode).toBe(201);
    expect((await open(code)).json().vins).toEqual([
      { vin: '1M8GDM9AXKP042788', is_valid: true, year: expect.any(Number) },
      { vin: '1M8GDM9AXKP042789', is_valid: false, year: expect.any(Number) },
    ]);
    const { notes, version } = await inquiryOf(t, id);
    expect(notes).toMatchObject([
      { author: 'Yolanda Pruitt', text: `${message}\n\nVINs: 1M8GDM9AXKP042788` },
      { text: `VINs: ${vins}` },
    ]);
    expect(version).toBe(1);
    expect(await rowsOf(t, 'inquiries', { id })).toMatchObject([{ unread: 2 }]);
    expect((await send(t, 'POST', url, null, { message: ' ' })).statusCode).toBe(400);
  });
});

test('only wrong codes are guesses: five an hour from a line, and a right one still works', async () => {
  const t = await startApp('sqlite', { config: { rateLimits: true } });
  const { id, code } = await makeLinkedInquiry(t);
  const post = (one: string, call: string, body: object) =>
    send(t, 'POST', `/api/inquiry/${one}/${call}`, null, body);
  const write = (one: string) => post(one, 'messages', { message: 'Hello' });
  for (let n = 0; n < 5; n += 1) expect((await write(`guess ${n}`)).statusCode).toBe(404);
  const refused = await write('guess');
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, expect.any(String)]);
  // A dealer's day: each quote is asked about and accepted, again and again.
  const quotes = [];
  for (let n = 0; n < 7; n += 1) quotes.push(await makeQuote(t, id, { valid_until: '2030-01-01' }));
  for (const quote_id of quotes) await sendQuote(t, quote_id);
  for (const quote_id of quotes) {
    expect((await write(code)).statusCode).toBe(201);
    const declined = { quote_id, answer: 'declined', name: 'Yolanda' };
    expect((await post(code, 'answer', declined)).statusCode).toBe(200);
    expect((await post(code, 'renew', { quote_id })).statusCode).toBe(200);
  }
  await t.close();
});
