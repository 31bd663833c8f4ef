import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { errorOf, replyOf, send } from '#tests/fixtures/requests.ts';
import { sampleBody } from '#tests/fixtures/sample-bodies.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { onBothDatabases, sqliteUnlessFull } from '#tests/harness/databases.ts';
import {
  codeOf,
  invite,
  makeInquiry,
  makeInvitation,
  revise,
  testimonialOf,
  writeWith,
} from '#tests/harness/testimonials.ts';
import { changeRows, rowsOf } from '#tests/records/stored.ts';
import { auditOf, mailsOf } from '#tests/records/traces.ts';

const dead = {
  code: 'not_found',
  error: 'This link was used, revoked or has expired. Call the office if you need a new one.',
};
const broken = { fields: { code: 'This link is incomplete. Copy the whole link.' } };

const words = () =>
  sampleBody('writeTestimonial', { client: 'Dana Poole', company: 'Prairie Auto Auction' });

/** On PostgreSQL, only what may happen at once (`it`) runs in every run. */
const { test } = sqliteUnlessFull;

onBothDatabases('testimonials', (engine) => {
  let clock = Date.now();
  const t = suiteApp(engine, { now: () => new Date(clock) });

  const remove = (id: number) => send(t, 'DELETE', `/api/testimonials/${id}`, t.admin);
  const open = (code: string) => t.app.inject(`/api/testimonial/${code}`);
  const shown = async () => (await t.app.inject('/api/testimonials/approved')).json();
  const written = async (quote = 'Nine cars, nine keys.') => {
    const made = await makeInvitation(t);
    const response = await writeWith(t, made.code, { ...words(), quote });
    expect(response.json().message).toBe("Thank you. We'll review it before we publish it.");
    return made;
  };
  const live = (inquiry_id: number) => rowsOf(t, 'testimonials', { inquiry_id, status: 'invited' });

  test('creates a link for a won inquiry and mails it', async () => {
    const inquiry = await makeInquiry(t);
    const response = await invite(t, inquiry);
    const { id, url, expires_at } = response.json();
    expect(replyOf(response)).toEqual([
      201,
      {
        ...{ message: 'Link emailed.', id: expect.any(Number) },
        url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:3000\/testimonial\/[\w-]{43}$/),
        expires_at: new Date(clock + 30 * 86_400_000).toISOString(),
      },
    ]);
    const mail = (await mailsOf(t)).at(-1);
    expect(mail).toMatchObject({
      recipient: 'yolanda@ames.example.com',
      subject: 'How did we do?',
    });
    expect(mail?.reply_to).toBe(t.ctx.config.officeEmail);
    expect(mail?.text).toContain(`Write it here:\n\n${url}`);
    expect(await live(inquiry)).toMatchObject([{ id, expires_at }]);
    expect(await testimonialOf(t, id)).toMatchObject({
      ...{ status: 'invited', inquiry_id: inquiry, email: 'yolanda@ames.example.com' },
      ...{ reference: expect.stringMatching(/^Q-/), quote: '', written_at: null, version: 1 },
    });
    const opened = await open(codeOf(url));
    expect(replyOf(opened)).toEqual([200, { client: 'Yolanda Pruitt', company: 'Ames Auction' }]);
    expect(opened.headers['cache-control']).toBe('no-store');
  });

  test('the link is in the language of the inquiry, in the reply and once in the mail', async () => {
    const inquiry = await makeInquiry(t);
    await changeRows(t, 'inquiries', { id: inquiry }, { language: 'es' });
    const { url } = (await invite(t, inquiry)).json();
    expect(url).toMatch(/:3000\/es\/testimonial\/[\w-]{43}$/);
    expect((await mailsOf(t)).at(-1)?.text).toContain(url);
  });

  test('returns 409 for an inquiry that is not won and for an unused link', async () => {
    const notWon = 'Only the sender of a won inquiry can be asked for a testimonial.';
    expect(errorOf(await invite(t, await makeInquiry(t, 'quoted')))).toEqual([409, notWon]);
    const { id } = await makeInvitation(t);
    const unused = await revise(t, id, { status: 'approved' });
    expect(errorOf(unused)).toEqual([409, "This link hasn't been used yet."]);
  });

  it('concurrent requests leave one valid link and its mail', async () => {
    const inquiry = await makeInquiry(t);
    const before = (await rowsOf(t, 'outbox')).length;
    const responses = await Promise.all(Array.from({ length: 8 }, () => invite(t, inquiry)));
    expect(responses.map((response) => response.statusCode)).toEqual(Array(8).fill(201));
    const [one, ...more] = await live(inquiry);
    expect(more).toEqual([]);
    const codes = responses.map((response) => codeOf(response.json().url));
    const opened = await Promise.all(codes.map(open));
    expect(opened.filter((response) => response.statusCode === 200)).toHaveLength(1);
    expect(responses.map((response) => response.json().id)).toContain(one?.id);
    expect(await rowsOf(t, 'outbox')).toHaveLength(before + 1);
  });

  test('returns the same 404 for unknown, used, replaced, revoked and expired links, and 400 for an incomplete code', async () => {
    const used = await written();
    const first = await makeInvitation(t);
    const second = await makeInvitation(t, first.inquiry);
    const back = await makeInvitation(t);
    expect((await remove(back.id)).json()).toEqual({ message: 'Link revoked.' });
    const old = await makeInvitation(t);
    const expires_at = new Date(clock).toISOString();
    await changeRows(t, 'testimonials', { id: old.id }, { expires_at });
    const answers = async (code: string) =>
      [await open(code), await writeWith(t, code, words())].map(replyOf);
    for (const code of [used.code, first.code, back.code, old.code, 'x'.repeat(43)]) {
      expect(await answers(code)).toEqual(Array(2).fill([404, dead]));
    }
    expect((await open(second.code)).statusCode, 'the newest works').toBe(200);
    for (const code of ['short', 'ä'.repeat(43), 'x'.repeat(101), "x'--".repeat(10)]) {
      expect(await answers(encodeURIComponent(code))).toMatchObject(Array(2).fill([400, broken]));
    }
    // An expired link doesn't prevent a new one.
    expect((await open((await makeInvitation(t, old.inquiry)).code)).statusCode).toBe(200);
  });

  it('accepts one of several concurrent testimonials per link, and a retry gets the first reply', async () => {
    const { id, code } = await makeInvitation(t);
    const keys = Array.from({ length: 6 }, () => randomUUID());
    const write = (n: number, to = code) => {
      const headers = { 'idempotency-key': keys[n] };
      return writeWith(t, to, { ...words(), quote: `Number ${n}.` }, headers);
    };
    const responses = await Promise.all(keys.map((_, n) => write(n)));
    const statuses = responses.map((response) => response.statusCode);
    expect(statuses.toSorted()).toEqual([201, ...Array(5).fill(404)]);
    const won = statuses.indexOf(201);
    expect(await testimonialOf(t, id)).toMatchObject({
      status: 'waiting',
      quote: `Number ${won}.`,
    });
    expect(replyOf(await write(won))).toEqual([201, responses[won]?.json()]);
    // The key belongs to that link and that text.
    const { code: another } = await makeInvitation(t);
    expect((await write(won, another)).statusCode).toBe(422);
    expect((await open(another)).statusCode).toBe(200);
  });

  test('is public only while approved, in the order of approval', async () => {
    const [first, second] = [await written('First written.'), await written('Second written.')];
    const quotes = async () => (await shown()).map(({ quote }: { quote: string }) => quote);
    const respond = async (id: number, body: object) => (await revise(t, id, body)).json().message;
    expect(await quotes()).toEqual([]);
    const approval = { status: 'approved', version: 2 };
    expect(await respond(second.id, approval)).toBe("Approved. It's on the home page now.");
    clock += 1000;
    await respond(first.id, { status: 'approved' });
    expect(await quotes()).toEqual(['Second written.', 'First written.']);
    const slide = { ...words(), quote: 'Second written.' };
    expect((await shown())[0], 'and nothing but what a slide shows').toEqual(slide);
    expect(await testimonialOf(t, second.id)).toMatchObject({ decided_by: 'anna', version: 3 });

    const quote = 'Second, put right.';
    expect(await respond(second.id, { quote })).toBe('Testimonial updated.');
    expect(await quotes()).toEqual([quote, 'First written.']);
    const stale = await revise(t, second.id, { quote: 'Too late.', version: 3 });
    expect(replyOf(stale)).toMatchObject([409, { current: { quote, version: 4 } }]);

    const declined = await respond(second.id, { status: 'declined' });
    expect(declined).toBe('Removed from the home page.');
    expect((await remove(first.id)).json()).toEqual({ message: 'Testimonial deleted.' });
    expect(await quotes()).toEqual([]);
    expect(JSON.stringify(await auditOf(t, {}))).not.toContain('put right');
  });
});
