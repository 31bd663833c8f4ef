import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { honeypotField } from '#contract/form-choices.ts';
import { type InquiryInput, inquiryInput } from '#contract/inquiries.ts';
import { send as request } from '#tests/fixtures/requests.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { fullInquiry, smallInquiry } from '#tests/harness/inquiry-sample.ts';
import { rowsOf } from '#tests/records/stored.ts';
import { generateReference, receiveInquiry } from './inquiries.service.ts';

onBothWhenFull('POST /api/inquiry', (engine) => {
  const t = suiteApp(engine);
  beforeEach(async () => {
    await t.ctx.db.deleteFrom('inquiries').execute();
    await t.ctx.db.deleteFrom('outbox').execute();
  });

  const send = (body: object, headers: Record<string, string> = {}) =>
    request(t, 'POST', '/api/inquiry', null, body, headers);
  const stored = () => rowsOf(t, 'inquiries');
  const queued = () => rowsOf(t, 'outbox', {}, 'id');

  test('stores every field, queues two mails and returns a reference', async () => {
    const response = await send(fullInquiry);
    expect(response.statusCode).toBe(201);
    const { reference } = response.json();
    const status_url = expect.stringMatching(/^http:\/\/127\.0\.0\.1:3000\/inquiry\/[\w-]{43}$/);
    const message = 'Form submitted successfully';
    expect(response.json()).toEqual({ message, reference, status_url });
    expect(reference).toMatch(/^Q-[2-9B-DF-HJKMNP-TV-Z]{6}$/);
    const [row, ...others] = await stored();
    expect(others).toEqual([]);
    expect(row).toMatchObject({ ...fullInquiry, reference, status: 'new', note: '', flagged: 0 });
    expect((await queued()).map((mail) => mail.recipient)).toEqual([
      'office@example.com',
      'dale@prairie.example.com',
    ]);
    const target = { action: 'inquiry.create', target_id: String(row?.id) };
    const audit = await rowsOf(t, 'audit', target);
    expect(audit).toMatchObject([{ user_id: null, target_kind: 'inquiry' }]);
    expect(audit[0]?.detail).not.toContain('prairie');
  });

  test('returns 400 for a delivery before the pickup, whatever else is wrong', async () => {
    const dates = { pickup_date: '2026-03-09', delivery_date: '2026-03-08' };
    const fields = { delivery_date: "The delivery can't be before the pickup." };
    const response = await send({ ...smallInquiry, ...dates });
    expect(response.statusCode).toBe(400);
    expect(response.json().fields).toEqual(fields);
    const other = await send({ ...smallInquiry, ...dates, company_name: '' });
    expect(other.json().fields).toMatchObject({ ...fields, company_name: expect.any(String) });
    expect(await stored()).toEqual([]);
    const sameDay = { pickup_date: '2026-03-09', delivery_date: '2026-03-09' };
    expect((await send({ ...smallInquiry, ...sameDay })).statusCode).toBe(201);
  });

  test('stores and flags a filled honeypot and mails only the office', async () => {
    const response = await send({ ...smallInquiry, [honeypotField]: '555' });
    expect(response.statusCode).toBe(201);
    expect((await stored())[0]?.flagged).toBe(1);
    const mails = await queued();
    expect(mails.map((mail) => mail.recipient)).toEqual(['office@example.com']);
    expect(mails[0]?.subject).toMatch(/^\[check\] Quote request Q-/);
  });

  test('a repeated Idempotency-Key stores one inquiry, whatever the captcha token', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const first = await send({ ...smallInquiry, recaptchaToken: 'one' }, key);
    const again = await send({ ...smallInquiry, recaptchaToken: 'two' }, key);
    expect([again.statusCode, again.json()]).toEqual([201, first.json()]);
    const other = await send({ ...smallInquiry, company_name: 'Another' }, key);
    expect(other.statusCode).toBe(422);
    expect(await stored()).toHaveLength(1);
    expect(await queued()).toHaveLength(2);
  });

  test('generates another reference when one is taken', async () => {
    const { reference } = (await send(smallInquiry)).json();
    const input = inquiryInput.parse(smallInquiry) as InquiryInput;
    const verifyCaptcha = async () => ({ flagged: false });
    const drawn = [reference, generateReference()];
    const [, expected] = drawn;
    const caller = { ip: '127.0.0.1', key: undefined, language: 'en' } as const;
    const draw = () => drawn.shift() ?? '';
    const reply = await receiveInquiry(t.ctx, verifyCaptcha, input, caller, draw);
    expect(reply.reference).toBe(expected);
    expect(await queued()).toHaveLength(4);
  });
});
