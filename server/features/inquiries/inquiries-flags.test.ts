import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type InquiryInput, inquiryInput } from '#contract/inquiries.ts';
import { startApp, suiteApp } from '#tests/harness/app.ts';
import { smallInquiry } from '#tests/harness/inquiry-sample.ts';
import { type SiteverifyDouble, silence, startSiteverify } from '#tests/harness/siteverify.ts';
import { openRecaptcha } from '../../platform/limits/recaptcha.ts';
import { receiveInquiry } from './inquiries.service.ts';

describe('with reCAPTCHA', () => {
  const server = suiteApp('sqlite', {
    config: {
      recaptcha: { siteKey: 'site', secret: 'secret' },
      publicUrl: 'https://kestrel.example.com',
    },
  });
  let google: SiteverifyDouble;
  beforeEach(async () => {
    google = await startSiteverify();
  });
  afterEach(() => google.close());

  const receive = async (recaptchaToken: string) => {
    const verifyCaptcha = openRecaptcha(server.ctx.config, server.ctx.now, google.url);
    const input = inquiryInput.parse({ ...smallInquiry, recaptchaToken }) as InquiryInput;
    const { reference } = await receiveInquiry(server.ctx, verifyCaptcha, input, {
      ip: '127.0.0.1',
      key: undefined,
      language: 'en',
    });
    return server.ctx.db
      .selectFrom('inquiries')
      .selectAll()
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow();
  };
  const person = { success: true, action: 'submit', score: 0.9, hostname: 'kestrel.example.com' };

  test('does not flag a person and does not store the token', async () => {
    google.answer = person;
    const row = await receive('a token to look for');
    expect(row.flagged).toBe(0);
    for (const table of ['inquiries', 'outbox', 'audit', 'idempotency_keys'] as const) {
      const rows = await server.ctx.db.selectFrom(table).selectAll().execute();
      expect(JSON.stringify(rows)).not.toContain('a token to look for');
    }
  });

  test.each([
    ['a low score', { ...person, score: 0.1 }],
    ['an error', 503],
  ])('%s is stored and flagged', async (_name, answer) => {
    google.answer = answer;
    const row = await receive('token');
    expect(row.flagged).toBe(1);
    // Only the office is mailed: the sender's address may be someone else's.
    const mails = await server.ctx.db
      .selectFrom('outbox')
      .select('recipient')
      .where('subject', 'like', `%${row.reference}%`)
      .execute();
    expect(mails.map((mail) => mail.recipient)).toEqual([server.ctx.config.officeEmail]);
  });

  test('stores and flags the inquiry within 3 s during an outage (SEC26, FLT18)', async () => {
    google.answer = silence;
    const started = performance.now();
    expect((await receive('token')).flagged).toBe(1);
    expect(performance.now() - started).toBeLessThan(3000);
  });
});

test('returns 429 with Retry-After for the sixth form per hour from one address (SEC26)', async () => {
  const server = await startApp('sqlite', { config: { rateLimits: true } });
  const send = () =>
    server.app.inject({ method: 'POST', url: '/api/inquiry', payload: smallInquiry });
  for (let n = 0; n < 4; n += 1) expect((await send()).statusCode).toBe(201);
  // Retries don't count.
  const headers = { 'idempotency-key': randomUUID() };
  const retry = () =>
    server.app.inject({ method: 'POST', url: '/api/inquiry', payload: smallInquiry, headers });
  const first = await retry();
  for (let n = 0; n < 7; n += 1) expect((await retry()).body).toBe(first.body);
  const refused = await send();
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(await server.ctx.db.selectFrom('inquiries').selectAll().execute()).toHaveLength(5);
  await server.close();
});
