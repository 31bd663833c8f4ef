import { createHash, randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { replyOf, send } from '#tests/fixtures/requests.ts';
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
import { auditOf, mailsOf } from '#tests/records/traces.ts';

const dead = {
  code: 'not_found',
  error: 'This link was used, revoked or has expired. Call the office if you need a new one.',
};
const broken = {
  code: 'validation_failed',
  error: expect.any(String),
  fields: { code: 'This link is incomplete. Copy the whole link.' },
};

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
    expect(response.json()).toEqual({
      message: "Thank you. We'll review it before we publish it.",
    });
    return made;
  };
  const live = (inquiry: number) =>
    t.ctx.db
      .selectFrom('testimonials')
      .selectAll()
      .where('inquiry_id', '=', inquiry)
      .where('status', '=', 'invited')
      .execute();

  test('creates a link for a won inquiry and mails it; stores only the hash of its code', async () => {
    const inquiry = await makeInquiry(t);
    const response = await invite(t, inquiry);
    const { id, url, expires_at } = response.json();
    expect(replyOf(response)).toEqual([
      201,
      {
        message: 'Link emailed.',
        id: expect.any(Number),
        url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:3000\/testimonial\/[\w-]{43}$/),
        expires_at: new Date(clock + 30 * 86_400_000).toISOString(),
      },
    ]);
    const { db } = t.ctx;
    const mail = (await mailsOf(t)).at(-1);
    expect(mail).toMatchObject({
      recipient: 'yolanda@ames.example.com',
      reply_to: t.ctx.config.officeEmail,
      subject: 'How did we do?',
    });
    expect(mail?.text).toContain(`Write it here:\n\n${url}`);
    const tables = ['testimonials', 'audit', 'idempotency_keys', 'outbox'] as const;
    const kept = await Promise.all(tables.map((name) => db.selectFrom(name).selectAll().execute()));
    expect(JSON.stringify(kept)).not.toContain(codeOf(url));
    const hash = createHash('sha256').update(codeOf(url)).digest('hex');
    expect(await live(inquiry)).toMatchObject([{ id, code_hash: hash, expires_at }]);
    expect(await testimonialOf(t, id)).toMatchObject({
      status: 'invited',
      inquiry_id: inquiry,
      reference: expect.stringMatching(/^Q-/),
      email: 'yolanda@ames.example.com',
      quote: '',
      written_at: null,
      decided_by: null,
      version: 1,
    });
    const opened = await open(codeOf(url));
    expect([opened.statusCode, opened.headers['cache-control'], opened.json()]).toEqual([
      200,
      'no-store',
      { client: 'Yolanda Pruitt', company: 'Ames Auction' },
    ]);
  });

  test('the link is in the language of the inquiry, in the reply and once in the mail', async () => {
    const inquiry = await makeInquiry(t);
    const spanish = t.ctx.db.updateTable('inquiries').set({ language: 'es' });
    await spanish.where('id', '=', inquiry).execute();
    const { url } = (await invite(t, inquiry)).json();
    expect(url).toMatch(/:3000\/es\/testimonial\/[\w-]{43}$/);
    expect((await mailsOf(t)).at(-1)?.text).toContain(url);
  });

  test('returns 409 for an inquiry that is not won and for an unused link', async () => {
    const lost = await invite(t, await makeInquiry(t, 'quoted'));
    expect(replyOf(lost)).toEqual([
      409,
      {
        code: 'conflict',
        error: 'Only the sender of a won inquiry can be asked for a testimonial.',
      },
    ]);
    const { id } = await makeInvitation(t);
    const unused = await revise(t, id, { status: 'approved' });
    expect(replyOf(unused)).toEqual([
      409,
      { code: 'conflict', error: "This link hasn't been used yet." },
    ]);
  });

  it('concurrent requests leave one valid link and its mail', async () => {
    const inquiry = await makeInquiry(t);
    const before = (await t.ctx.db.selectFrom('outbox').select('id').execute()).length;
    const responses = await Promise.all(Array.from({ length: 8 }, () => invite(t, inquiry)));
    expect(responses.map((response) => response.statusCode)).toEqual(Array(8).fill(201));
    const [one, ...more] = await live(inquiry);
    expect(more).toEqual([]);
    const codes = responses.map((response) => codeOf(response.json().url));
    const opened = await Promise.all(codes.map(open));
    expect(opened.filter((response) => response.statusCode === 200)).toHaveLength(1);
    expect(responses.map((response) => response.json().id)).toContain(one?.id);
    expect((await t.ctx.db.selectFrom('outbox').select('id').execute()).length).toBe(before + 1);
  });

  test('returns the same 404 for unknown, used, replaced, revoked and expired links, and 400 for an incomplete code', async () => {
    const used = await written();
    const first = await makeInvitation(t);
    const second = await makeInvitation(t, first.inquiry);
    const back = await makeInvitation(t);
    expect((await remove(back.id)).json()).toEqual({ message: 'Link revoked.' });
    const old = await makeInvitation(t);
    await t.ctx.db
      .updateTable('testimonials')
      .set({ expires_at: new Date(clock).toISOString() })
      .where('id', '=', old.id)
      .execute();
    for (const code of [used.code, first.code, back.code, old.code, 'x'.repeat(43)]) {
      const [opened, wrote] = [await open(code), await writeWith(t, code, words())];
      expect(replyOf(opened)).toEqual([404, dead]);
      expect(replyOf(wrote)).toEqual([404, dead]);
    }
    expect((await open(second.code)).statusCode, 'the newest works').toBe(200);
    for (const code of ['short', 'ä'.repeat(43), 'x'.repeat(101), "x'--".repeat(10)]) {
      const url = encodeURIComponent(code);
      const [opened, wrote] = [await open(url), await writeWith(t, url, words())];
      expect(replyOf(opened)).toEqual([400, broken]);
      expect(replyOf(wrote)).toEqual([400, broken]);
    }
    // An expired link doesn't prevent a new one.
    expect((await open((await makeInvitation(t, old.inquiry)).code)).statusCode).toBe(200);
  });

  it('accepts one of several concurrent testimonials per link, and a retry gets the first reply', async () => {
    const { id, code } = await makeInvitation(t);
    const quotes = ['One.', 'Two.', 'Three.', 'Four.', 'Five.', 'Six.'];
    const keys = quotes.map(() => randomUUID());
    const write = (n: number) =>
      writeWith(t, code, { ...words(), quote: quotes[n] }, { 'idempotency-key': keys[n] });
    const responses = await Promise.all(quotes.map((_, n) => write(n)));
    const won = responses.findIndex((response) => response.statusCode === 201);
    expect(responses.map((response) => response.statusCode).sort()).toEqual([
      201, 404, 404, 404, 404, 404,
    ]);
    expect(await testimonialOf(t, id)).toMatchObject({ status: 'waiting', quote: quotes[won] });
    const again = await write(won);
    expect(replyOf(again)).toEqual([201, responses[won]?.json()]);
    // The key belongs to that link and that text.
    const { code: another } = await makeInvitation(t);
    const headers = { 'idempotency-key': keys[won] };
    const body = { ...words(), quote: quotes[won] };
    expect((await writeWith(t, another, body, headers)).statusCode).toBe(422);
    expect((await open(another)).statusCode).toBe(200);
  });

  test('is public only while approved, in the order of approval', async () => {
    const [first, second] = [await written('First written.'), await written('Second written.')];
    const quotes = async () => (await shown()).map(({ quote }: { quote: string }) => quote);
    const respond = async (id: number, body: object) => (await revise(t, id, body)).json();
    expect(await quotes()).toEqual([]);
    expect(await respond(second.id, { status: 'approved', version: 2 })).toEqual({
      message: "Approved. It's on the home page now.",
    });
    clock += 1000;
    await respond(first.id, { status: 'approved' });
    expect(await quotes()).toEqual(['Second written.', 'First written.']);
    expect((await shown())[0], 'and nothing but what a slide shows').toEqual({
      ...words(),
      quote: 'Second written.',
    });
    expect(await testimonialOf(t, second.id)).toMatchObject({ decided_by: 'anna', version: 3 });

    expect(await respond(second.id, { quote: 'Second, put right.' })).toEqual({
      message: 'Testimonial updated.',
    });
    expect(await quotes()).toEqual(['Second, put right.', 'First written.']);
    const stale = await revise(t, second.id, { quote: 'Too late.', version: 3 });
    expect([stale.statusCode, stale.json().current]).toEqual([
      409,
      expect.objectContaining({ quote: 'Second, put right.', version: 4 }),
    ]);

    expect(await respond(second.id, { status: 'declined' })).toEqual({
      message: 'Removed from the home page.',
    });
    expect((await remove(first.id)).json()).toEqual({ message: 'Testimonial deleted.' });
    expect(await quotes()).toEqual([]);
    expect((await remove(first.id)).statusCode).toBe(404);
    expect((await revise(t, first.id, { status: 'approved' })).statusCode).toBe(404);
    expect(JSON.stringify(await auditOf(t, {}))).not.toContain('put right');
  });
});
