import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { errorOf, replyOf, send } from '#tests/fixtures/requests.ts';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { onBothDatabases } from '#tests/harness/databases.ts';
import {
  answerWith,
  inquiryOf,
  makeQuote,
  makeSentQuote,
  quoteLines,
  sendQuote,
} from '#tests/harness/quotes.ts';
import { changeRows, jsonOf, read, rowsOf } from '#tests/records/stored.ts';
import { messagesTo } from '#tests/records/traces.ts';
import { quoteExpiryTask } from './quote-expiry.ts';

type Sent = Awaited<ReturnType<typeof makeSentQuote>>;

onBothDatabases('events of a quote and its inquiry', (engine) => {
  let clock = Date.parse('2026-03-02T23:00:00Z');
  const t = suiteApp(engine, { config: { tokenHours: 2_000 }, now: () => new Date(clock) });
  const set = (id: number, body: object) => send(t, 'PUT', `/api/inquiries/${id}`, t.admin, body);
  const stepOf = async (code: string) => (await t.app.inject(`/api/inquiry/${code}`)).json().status;
  const waiting = async (kind: string, id: number) =>
    (await rowsOf(t, 'outbox', { reason: kind, reason_id: id })).length;
  const renew = (code: string, quote_id: number) =>
    send(t, 'POST', `/api/inquiry/${code}/renew`, null, { quote_id });

  it.each(['won', 'lost'])(
    'a quote of an inquiry set to %s is neither sent nor waits',
    async (status) => {
      const { inquiry, quote } = await makeSentQuote(t);
      const draft = await makeQuote(t, inquiry);
      expect(await waiting('quote', quote)).toBe(1);
      await set(inquiry, { status });
      expect(await waiting('quote', quote)).toBe(0);
      const decided = 'This inquiry is won or lost. Set it to contacted before you send a quote.';
      for (const id of [quote, draft])
        expect(errorOf(await sendQuote(t, id))).toEqual([409, decided]);
      expect((await inquiryOf(t, inquiry)).status).toBe(status);
      const events = await read(t, `/api/inquiries/${inquiry}/events`);
      const stopped = 'The email with the quote was stopped before it left';
      expect(events.at(-1)).toMatchObject({ kind: 'quote', text: stopped });
      await set(inquiry, { status: 'contacted' });
      expect((await sendQuote(t, quote)).statusCode).toBe(200);
    },
  );

  it('its expiry is noticed once, to the owner, while nothing follows it', async () => {
    const owner: TestPerson = await t.person(`owner ${randomUUID()}`, 'admin');
    // Those of other tests have no owner.
    await changeRows(t, 'quotes', {}, { status: 'withdrawn' });
    const sent = await Promise.all(Array.from({ length: 4 }, () => makeSentQuote(t)));
    const [expired, replaced, lost, renewed] = sent as [Sent, Sent, Sent, Sent];
    for (const { inquiry } of sent) await set(inquiry, { owner_id: owner.userId });
    const [{ number = '' } = {}] = (await inquiryOf(t, expired.inquiry)).quotes;
    const later = await makeQuote(t, replaced.inquiry, { valid_until: '2026-12-31' });
    await sendQuote(t, later);
    await set(lost.inquiry, { status: 'lost' });
    const started = clock;
    const noticed = async (by: TestPerson) =>
      (await messagesTo(t, by)).filter((text) => text.includes('expired without an answer'));
    const runAt = async (at: string) => {
      clock = Date.parse(at);
      await Promise.all([1, 2].map(() => quoteExpiryTask(t.ctx).run()));
    };
    // The night after the last day, and the opening of the office.
    await runAt('2026-03-17T06:00:00Z');
    expect(await noticed(owner)).toEqual([]);
    await renew(renewed.code, renewed.quote);
    await runAt('2026-03-17T14:00:00Z');
    const notice = `Quote ${number} of Ames Auction expired without an answer. Copy it and send the copy, or call them.`;
    expect(await noticed(owner)).toEqual([notice]);
    expect(await noticed(t.admin)).toEqual([]);
    await runAt('2026-03-18T14:00:00Z');
    const copy = (await jsonOf(send(t, 'POST', `/api/quotes/${expired.quote}/copy`, t.admin)))
      .quote_id;
    await sendQuote(t, copy);
    expect(await noticed(owner), 'answered by a new price').toEqual([]);
    clock = started;
  });

  it('a lost inquiry can be neither accepted nor declined', async () => {
    const { inquiry, code, quote } = await makeSentQuote(t);
    await set(inquiry, { status: 'lost' });
    for (const answer of ['accepted', 'declined']) {
      const closed = 'This request is closed. Call us, or ask again.';
      expect(errorOf(await answerWith(t, code, quote, answer))).toEqual([409, closed]);
    }
    const { status, quotes } = await inquiryOf(t, inquiry);
    expect([status, quotes[0]?.status]).toEqual(['lost', 'sent']);
  });

  it('is sent as it was seen, and mailed once per Idempotency-Key', async () => {
    const { inquiry } = await makeSentQuote(t);
    const quote = await makeQuote(t, inquiry);
    const lines = [{ description: 'Cut', quantity: 1, unit_price: 100 }];
    await send(t, 'PUT', `/api/quotes/${quote}`, t.admin, { lines });
    expect(replyOf(await sendQuote(t, quote, { version: 1 }))).toMatchObject([
      ...[409, { code: 'version_conflict', current: { total: 100, version: 2 } }],
    ]);
    const headers = { ...t.admin.headers, 'idempotency-key': randomUUID() };
    const again = () => send(t, 'POST', `/api/quotes/${quote}/send`, { headers }, { version: 2 });
    const replies = [await again(), await again()];
    expect(replies.map((reply) => reply.json())).toEqual(Array(2).fill({ message: 'Quote sent.' }));
    expect(await rowsOf(t, 'inquiry_notes', { inquiry_id: inquiry, kind: 'quote' })).toHaveLength(
      2,
    );
  });

  it('a copy is a draft with the same lines, valid as long again', async () => {
    const { inquiry, quote } = await makeSentQuote(t);
    const started = clock;
    clock += 30 * 86_400_000;
    const copied = await send(t, 'POST', `/api/quotes/${quote}/copy`, t.admin);
    const { quotes } = await inquiryOf(t, inquiry);
    expect(replyOf(copied)).toMatchObject([201, { number: quotes[1]?.number }]);
    const copy = { status: 'draft', lines: quoteLines, valid_until: '2026-04-15' };
    expect(quotes).toMatchObject([{ status: 'expired' }, copy]);
    clock = started;
  });

  it('an acceptance taken back opens the inquiry again and tells the customer why', async () => {
    const { inquiry, code, quote } = await makeSentQuote(t);
    const takeBack = (body: object = { reason: 'Wrong load' }) =>
      send(t, 'POST', `/api/quotes/${quote}/take-back`, t.admin, body);
    expect((await takeBack()).statusCode).toBe(409);
    await answerWith(t, code, quote, 'accepted');
    expect(await waiting('quote accepted', quote)).toBe(2);
    expect((await takeBack({ reason: ' ' })).statusCode).toBe(400);
    expect((await takeBack()).statusCode).toBe(200);
    // Neither the office nor the customer reads what is no longer true.
    expect(await waiting('quote accepted', quote)).toBe(0);
    const { status, quotes } = await inquiryOf(t, inquiry);
    expect([status, quotes[0]?.status]).toEqual(['quoted', 'withdrawn']);
    expect(await rowsOf(t, 'inquiries', { id: inquiry })).toMatchObject([{ decided_at: null }]);
    const subject = `Your acceptance of quote ${quotes[0]?.number} was taken back`;
    expect((await rowsOf(t, 'outbox', { subject })).length).toBe(1);
    expect(await stepOf(code)).toBe('in_progress');
    expect((await takeBack()).statusCode).toBe(409);
    const next = await makeQuote(t, inquiry);
    expect((await sendQuote(t, next)).statusCode).toBe(200);
  });

  it.each(['expired', 'declined'])(
    'a new price instead of a quote that is %s is asked for once',
    async (end) => {
      const owner: TestPerson = await t.person(`owner ${randomUUID()}`, 'admin');
      const { inquiry, code, quote } = await makeSentQuote(t);
      await set(inquiry, { owner_id: owner.userId });
      expect((await renew(code, quote)).statusCode).toBe(409);
      if (end === 'declined') await answerWith(t, code, quote, 'declined');
      else await changeRows(t, 'quotes', { quote_id: quote }, { valid_until: '2026-03-01' });
      expect(await stepOf(code)).toBe(end);
      const message = "Thank you. We'll email you a new price.";
      const replies = await Promise.all([renew(code, quote), renew(code, quote)]);
      for (const reply of replies) expect(replyOf(reply)).toEqual([200, { message }]);
      const asked = (await messagesTo(t, owner)).filter((text) => text.includes('a new price'));
      expect(asked.length).toBe(1);
      expect((await inquiryOf(t, inquiry)).status).toBe('contacted');
      expect(await stepOf(code)).toBe('in_progress');
      const other = await makeSentQuote(t);
      expect((await renew(other.code, quote)).statusCode).toBe(404);
    },
  );
});
