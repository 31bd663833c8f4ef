import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { company } from '#contract/company/profile.ts';
import { errorOf, replyOf, send } from '#tests/fixtures/requests.ts';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { onBothDatabases, sqliteUnlessFull } from '#tests/harness/databases.ts';
import { smallInquiry } from '#tests/harness/inquiry-sample.ts';
import {
  answerWith,
  inquiryOf,
  makeQuote,
  makeSentQuote,
  sendQuote,
  withdrawQuote,
} from '#tests/harness/quotes.ts';
import { changeRows, clearTables } from '#tests/records/stored.ts';
import { mailsOf, noticesOf } from '#tests/records/traces.ts';

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
    for (const status of ['lost', 'won']) {
      expect((await put({ status, note: `Now ${status}` })).statusCode).toBe(200);
      expect((await open(code)).json().status).toBe(status === 'won' ? 'accepted' : 'closed');
    }
    expect((await put({ next_step: 'Plan the pickup' })).statusCode).toBe(200);
  });

  test('an acceptance wins the inquiry, tells the office once, and is confirmed to the customer', async () => {
    const { inquiry, code, quote } = await makeSentQuote(t);
    await clearTables(t, 'outbox');
    for (const _ of [1, 2]) {
      const reply = await answerWith(t, code, quote, 'accepted');
      expect(replyOf(reply)).toEqual([200, { message: expect.stringContaining('Thank you.') }]);
    }
    const other = await answerWith(t, code, quote, 'declined');
    const answered = 'This quote was already answered. Call us to change that.';
    expect(errorOf(other)).toEqual([409, answered]);
    const { status, notes, quotes } = await inquiryOf(t, inquiry);
    expect([status, notes]).toMatchObject(['won', [{ author: 'Yolanda Pruitt' }]]);
    const acceptance = { answered_by: 'Yolanda Pruitt', answered_at: expect.any(String) };
    expect(quotes[0]).toMatchObject({ status: 'accepted', ...acceptance });
    const subject = `Ames Auction accepted quote ${quotes[0]?.number}`;
    const confirmed = `You accepted quote ${quotes[0]?.number} of ${company.name}`;
    const mails = await mailsOf(t);
    expect(mails).toMatchObject([
      { recipient: 'office@example.com', subject },
      { recipient: smallInquiry.email_address, subject: confirmed, reason: 'quote accepted' },
    ]);
    expect(mails[1]?.text).toContain(`/inquiry/${code}`);
    // Who has the link mails no words of their own to the address of the inquiry.
    expect(mails[1]?.text).not.toContain('Pruitt');
    const link = `/inquiries?inquiry=${inquiry}`;
    const about = (await noticesOf(t, t.admin)).filter((one) => one.link === link);
    expect(about).toMatchObject([{ kind: 'inquiry', message: `${subject}.` }]);
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
    const { status, notes, quotes } = await inquiryOf(t, inquiry);
    expect(status).toBe('quoted');
    expect(quotes).toMatchObject([{ status: 'declined', answered_by: 'Y. Pruitt' }]);
    expect(notes[0]?.text).toMatch(/^Declined Q-\w{6}-1: Too high$/);
    expect((await open(code)).json().status).toBe('declined');
    const link = `/inquiries?inquiry=${inquiry}`;
    const isTold = async (by: TestPerson) =>
      (await noticesOf(t, by)).some((one) => one.link === link);
    expect([await isTold(owner), await isTold(t.admin)]).toEqual([true, false]);
  });

  test('answers only a sent quote of this inquiry that is still valid', async () => {
    const { inquiry, code, quote } = await makeSentQuote(t);
    const draft = await makeQuote(t, inquiry);
    const foreign = await makeSentQuote(t);
    for (const id of [draft, foreign.quote, 9_999_999]) {
      expect(errorOf(await answerWith(t, code, id, 'accepted'))[0]).toBe(404);
    }
    const started = clock;
    await changeRows(t, 'quotes', {}, { valid_until: '2026-03-02' });
    clock = Date.parse('2026-03-03T07:00:00Z');
    expect(errorOf(await answerWith(t, code, quote, 'accepted'))).toEqual([
      409,
      'The last day to accept this quote has passed. Ask for a new price.',
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
