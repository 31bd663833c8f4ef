import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { errorOf, replyOf, send } from '#tests/fixtures/requests.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { onBothDatabases, sqliteUnlessFull } from '#tests/harness/databases.ts';
import {
  answerWith,
  inquiryOf,
  makeQuote,
  makeSentQuote,
  sendQuote,
  withdrawQuote,
} from '#tests/harness/quotes.ts';

/** On PostgreSQL, only what may happen at once (`it`) runs in every run. */
const { test } = sqliteUnlessFull;

onBothDatabases("a customer's answer to a quote", (engine) => {
  let clock = Date.parse('2026-03-02T23:00:00Z');
  const t = suiteApp(engine, { now: () => new Date(clock) });
  const open = (code: string) => t.app.inject(`/api/inquiry/${code}`);

  test('after an acceptance the office sets the inquiry to won or lost only', async () => {
    const { inquiry, code, quote } = await makeSentQuote(t);
    await answerWith(t, code, quote, 'accepted');
    const put = (body: object) => send(t, 'PUT', `/api/inquiries/${inquiry}`, t.admin, body);
    for (const status of ['new', 'contacted', 'quoted']) {
      expect(errorOf(await put({ status, note: 'Called' }))).toEqual([
        409,
        'The customer accepted a quote. Set this inquiry to won, or to lost if they canceled.',
      ]);
    }
    expect(await inquiryOf(t, inquiry)).toMatchObject({ status: 'won', note: '' });
    for (const [status, step] of [
      ['lost', 'closed'],
      ['won', 'accepted'],
    ] as const) {
      expect((await put({ status, note: `Now ${status}` })).statusCode).toBe(200);
      expect((await open(code)).json().status).toBe(step);
    }
    expect((await put({ next_step: 'Plan the pickup' })).statusCode).toBe(200);
  });

  test('an acceptance wins the inquiry and tells the office once', async () => {
    const { inquiry, code, quote } = await makeSentQuote(t);
    await t.ctx.db.deleteFrom('outbox').execute();
    for (const _ of [1, 2]) {
      const reply = await answerWith(t, code, quote, 'accepted');
      expect(replyOf(reply)).toEqual([200, { message: expect.stringContaining('Thank you.') }]);
    }
    const other = await answerWith(t, code, quote, 'declined');
    expect(errorOf(other)).toEqual([
      409,
      'This quote was already answered. Call us to change that.',
    ]);
    const row = await inquiryOf(t, inquiry);
    expect([row.status, row.quotes[0]]).toMatchObject([
      'won',
      { status: 'accepted', answered_by: 'Yolanda Pruitt', answered_at: expect.any(String) },
    ]);
    const mails = await t.ctx.db.selectFrom('outbox').selectAll().execute();
    expect(mails.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      ['office@example.com', `Ames Auction accepted quote ${row.quotes[0]?.number}`],
    ]);
    const notices = (await send(t, 'GET', '/api/notifications', t.admin)).json().notifications;
    const about = notices.filter(({ link: to }: { link: string }) => to?.endsWith(`=${inquiry}`));
    expect(about).toMatchObject([
      { kind: 'inquiry', message: `Ames Auction accepted quote ${row.quotes[0]?.number}.` },
    ]);
    expect(row.notes).toMatchObject([{ author: 'Yolanda Pruitt' }]);
    expect((await open(code)).json().status).toBe('accepted');
    expect(errorOf(await withdrawQuote(t, quote))[0]).toBe(409);
    expect(errorOf(await sendQuote(t, await makeQuote(t, inquiry)))[0]).toBe(409);
  });

  test('declining leaves the inquiry quoted; the owner alone is notified', async () => {
    const owner = await t.person(`owner ${randomUUID()}`, 'admin');
    const { inquiry, code, quote } = await makeSentQuote(t);
    await send(t, 'PUT', `/api/inquiries/${inquiry}`, t.admin, { owner_id: owner.userId });
    const body = { quote_id: quote, answer: 'declined', name: 'Y.\nPruitt', note: 'Too high' };
    expect((await send(t, 'POST', `/api/inquiry/${code}/answer`, null, body)).statusCode).toBe(200);
    const row = await inquiryOf(t, inquiry);
    expect([row.status, row.quotes[0]]).toMatchObject([
      'quoted',
      { status: 'declined', answered_by: 'Y. Pruitt' },
    ]);
    expect(row.notes[0]?.text).toMatch(/^Declined Q-\w{6}-1: Too high$/);
    expect((await open(code)).json().status).toBe('in_progress');
    const noticesOf = async (person: typeof owner) =>
      (await send(t, 'GET', '/api/notifications', person)).body.includes(`inquiry=${inquiry}`);
    expect([await noticesOf(owner), await noticesOf(t.admin)]).toEqual([true, false]);
  });

  test('answers only a sent quote of this inquiry that is still valid', async () => {
    const { inquiry, code, quote } = await makeSentQuote(t);
    const draft = await makeQuote(t, inquiry);
    const foreign = await makeSentQuote(t);
    for (const id of [draft, foreign.quote, 9_999_999]) {
      expect(errorOf(await answerWith(t, code, id, 'accepted'))[0]).toBe(404);
    }
    const started = clock;
    const { db } = t.ctx;
    await db.updateTable('quotes').set({ valid_until: '2026-03-02' }).execute();
    clock = Date.parse('2026-03-03T07:00:00Z');
    expect(errorOf(await answerWith(t, code, quote, 'accepted'))).toEqual([
      409,
      'The last day to accept this quote has passed. Ask us to renew it.',
    ]);
    clock = started;
    await withdrawQuote(t, quote);
    expect(errorOf(await answerWith(t, code, quote, 'accepted'))[0]).toBe(409);
    expect((await inquiryOf(t, inquiry)).status).toBe('quoted');
  });

  it('of two acceptances at once one quote wins', async () => {
    for (let n = 0; n < 5; n += 1) {
      const { inquiry, code, quote } = await makeSentQuote(t);
      const second = await makeQuote(t, inquiry);
      await sendQuote(t, second);
      const replies = await Promise.all(
        [quote, second, quote, second].map((id) => answerWith(t, code, id, 'accepted')),
      );
      const statuses = replies.map(({ statusCode }) => statusCode);
      // Both calls for the quote that won are the same answer.
      expect(statuses.toSorted()).toEqual([200, 200, 409, 409]);
      expect(statuses[0]).toBe(statuses[2]);
      const row = await inquiryOf(t, inquiry);
      expect(row.status).toBe('won');
      expect(row.quotes.filter(({ status }) => status === 'accepted')).toHaveLength(1);
      const late = replies.find(({ statusCode }) => statusCode === 409);
      expect(late?.json().error).toContain('You already accepted another quote');
    }
  });

  it('an acceptance while the link is revoked: the page is dead or the quote accepted', async () => {
    const { inquiry, code, quote } = await makeSentQuote(t);
    const [answer] = await Promise.all([
      answerWith(t, code, quote, 'accepted'),
      send(t, 'POST', `/api/inquiries/${inquiry}/status-link`, t.admin, { revoke: true }),
    ]);
    const { status } = await inquiryOf(t, inquiry);
    expect([answer.statusCode, status]).toEqual(
      answer.statusCode === 200 ? [200, 'won'] : [404, 'quoted'],
    );
    expect((await open(code)).statusCode).toBe(404);
  });
});
