import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { honeypotField, type InquiryInput, inquiryInput } from '#contract/inquiries.ts';
import { startApp, type TestApp } from '../../../tests/harness/app.ts';
import { onBothDatabases, sqliteOnly } from '../../../tests/harness/databases.ts';
import { fullInquiry, smallInquiry } from '../../../tests/harness/inquiry-sample.ts';
import { generateReference, receiveInquiry } from './inquiries.service.ts';

onBothDatabases('POST /api/inquiry', (engine) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startApp(engine);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await server.ctx.db.deleteFrom('inquiries').execute();
    await server.ctx.db.deleteFrom('outbox').execute();
  });

  const send = (payload: unknown, headers: Record<string, string> = {}) =>
    server.app.inject({
      method: 'POST',
      url: '/api/inquiry',
      headers: { 'content-type': 'application/json', ...headers },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    });
  const stored = () => server.ctx.db.selectFrom('inquiries').selectAll().execute();
  const queued = () => server.ctx.db.selectFrom('outbox').selectAll().orderBy('id').execute();

  test('stores every field, queues two mails and answers a reference', async () => {
    const answer = await send(fullInquiry);
    expect(answer.statusCode).toBe(201);
    const { reference } = answer.json();
    expect(answer.json()).toEqual({ message: 'Form submitted successfully', reference });
    expect(reference).toMatch(/^Q-[2-9B-DF-HJKMNP-TV-Z]{6}$/);
    const [row, ...others] = await stored();
    expect(others).toEqual([]);
    expect(row).toMatchObject({ ...fullInquiry, reference, status: 'new', note: '', flagged: 0 });
    expect((await queued()).map((mail) => mail.recipient)).toEqual([
      'office@example.com',
      'dale@prairie.example.com',
    ]);
    const audit = await server.ctx.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'inquiry.create')
      .where('target_id', '=', String(row?.id))
      .execute();
    expect(audit).toHaveLength(1);
    expect(audit[0]).toMatchObject({ user_id: null, target_kind: 'inquiry' });
    expect(audit[0]?.detail).not.toContain('prairie');
  });

  test('returns 400 for a delivery before the pickup, whatever else is wrong', async () => {
    const dates = { pickup_date: '2026-03-09', delivery_date: '2026-03-08' };
    const fields = { delivery_date: "The delivery can't be before the pickup." };
    const answer = await send({ ...smallInquiry, ...dates });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toEqual(fields);
    const other = await send({ ...smallInquiry, ...dates, company_name: '' });
    expect(other.json().fields).toMatchObject({ ...fields, company_name: expect.any(String) });
    expect(await stored()).toEqual([]);
    const sameDay = { pickup_date: '2026-03-09', delivery_date: '2026-03-09' };
    expect((await send({ ...smallInquiry, ...sameDay })).statusCode).toBe(201);
  });

  test('stores odd answers as typed', async () => {
    const odd = { phone_number: 'call me', website: 'not a site', pickup_date: '2020-01-31' };
    expect((await send({ ...smallInquiry, ...odd })).statusCode).toBe(201);
    expect((await stored())[0]).toMatchObject(odd);
  });

  test('what is optional may be missing, empty or null', async () => {
    const empty = { phone_number: '', pickup_date: '', number_of_vehicles: null, website: null };
    expect((await send(smallInquiry)).statusCode).toBe(201);
    expect((await send({ ...smallInquiry, ...empty })).statusCode).toBe(201);
    for (const row of await stored()) {
      expect(row).toMatchObject({
        ...smallInquiry,
        phone_number: '',
        pickup_date: null,
        number_of_vehicles: null,
        website: '',
        additional_info: '',
      });
    }
  });

  test('takes camelCase, digits as text, Unicode and Windows line breaks; a dead token is ignored', async () => {
    const { company_name: _, ...rest } = smallInquiry;
    const answer = await send(
      {
        ...rest,
        companyName: '  Größe & Söhne 車 🚗 ',
        number_of_vehicles: '12',
        additional_info: 'a\r\nb',
        status: 'won',
        id: 1,
      },
      { authorization: 'Bearer dead' },
    );
    expect(answer.statusCode).toBe(201);
    expect((await stored())[0]).toMatchObject({
      company_name: 'Größe & Söhne 車 🚗',
      number_of_vehicles: 12,
      additional_info: 'a\nb',
      status: 'new',
    });
  });

  const required = Object.keys(smallInquiry);
  const lines100 = ['company_name', 'contact_person', 'pickup_location', 'delivery_location'];
  const optional100 = ['company_address', 'phone_number'];
  const free = [
    'vehicle_dimension',
    'special_handling',
    'pickup_facilities',
    'delivery_facilities',
    'additional_info',
  ];
  const bad: [string, unknown][] = [
    ...required.flatMap((name): [string, unknown][] =>
      [undefined, null, '', '   ', 7, true, {}, []].map((value) => [name, value]),
    ),
    ...[...lines100, ...optional100].map((name): [string, unknown] => [name, 'x'.repeat(101)]),
    ...free.map((name): [string, unknown] => [name, 'x'.repeat(10_001)]),
    ...[...lines100, ...optional100, ...free, 'website'].flatMap((name): [string, unknown][] =>
      ['a\0b', 'a\u001bb', 'a\u0085b', 'a\ud800b', 'a\uffffb'].map((value) => [name, value]),
    ),
    ...[...optional100, ...free, 'website'].flatMap((name): [string, unknown][] =>
      [7, true, {}, []].map((value) => [name, value]),
    ),
    ['website', 'x'.repeat(2001)],
    ['email_address', `${'x'.repeat(250)}@example.com`],
    ...['x', 'x@', '@x.com', 'a b@x.com', 'a@x', 'a@x.com, b@x.com', 'a@x.com\r\nBcc: b@x.com'].map(
      (value): [string, unknown] => ['email_address', value],
    ),
    ['vehicle_type', 'bike'],
    ['vehicle_type', 'Car'],
    ['vehicle_condition', 'old'],
    ...['pickup_date', 'delivery_date'].flatMap((name): [string, unknown][] =>
      [
        '2026-02-30',
        '2026-13-01',
        '08/03/2026',
        '2026-3-8',
        '2026-03-08T00:00:00Z',
        'soon',
        20260308,
      ].map((value) => [name, value]),
    ),
    ...[-1, 1.5, '1.5', 'many', 1_000_001, '9'.repeat(30), {}, true].map(
      (value): [string, unknown] => ['number_of_vehicles', value],
    ),
  ];

  test(`${bad.length} bad values: 400 in words that name the field, nothing stored`, async () => {
    for (const [name, value] of bad) {
      const answer = await send({ ...fullInquiry, [name]: value });
      const shown = `${name} = ${JSON.stringify(value)?.slice(0, 40)}`;
      expect(answer.statusCode, shown).toBe(400);
      expect(Object.keys(answer.json().fields), shown).toEqual([name]);
      expect(answer.json().error, shown).toBe('Please correct the marked fields.');
      expect(answer.json().fields[name], shown).toMatch(/^[A-Z].*\.$/);
    }
    expect(await stored()).toEqual([]);
    expect(await queued()).toEqual([]);
  });

  test('broken, missing, foreign and huge bodies are refused', async () => {
    expect((await send('{"company_name":')).statusCode).toBe(400);
    expect((await send('[]')).statusCode).toBe(400);
    expect((await send('"text"')).statusCode).toBe(400);
    expect((await send('null')).statusCode).toBe(400);
    expect((await send('a=b', { 'content-type': 'text/plain' })).statusCode).toBe(415);
    expect((await send({ ...smallInquiry, filler: 'x'.repeat(300_000) })).statusCode).toBe(413);
    expect(await stored()).toEqual([]);
  });

  test('no body at all makes it fail', async () => {
    const shape = fc.record(
      Object.fromEntries(
        [...Object.keys(fullInquiry), 'recaptchaToken', honeypotField].map((key) => [
          key,
          fc.oneof(
            fc.constant(fullInquiry[key as keyof typeof fullInquiry] ?? ''),
            fc.string({ unit: 'binary' }),
            fc.jsonValue(),
          ),
        ]),
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(shape, fc.jsonValue()), async (body) => {
        const answer = await send(JSON.stringify(body));
        expect([201, 400]).toContain(answer.statusCode);
        if (answer.statusCode === 400) expect(answer.json().error).toEqual(expect.any(String));
      }),
      { numRuns: 150 },
    );
  });

  test('a filled honeypot is stored and flagged; only the office is told', async () => {
    const answer = await send({ ...smallInquiry, [honeypotField]: '555' });
    expect(answer.statusCode).toBe(201);
    expect((await stored())[0]?.flagged).toBe(1);
    const mails = await queued();
    expect(mails.map((mail) => mail.recipient)).toEqual(['office@example.com']);
    expect(mails[0]?.subject).toMatch(/^\[check\] Quote request Q-/);
  });

  test('the same key: one inquiry, one answer, whatever the captcha token', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const first = await send({ ...smallInquiry, recaptchaToken: 'one' }, key);
    const again = await send({ ...smallInquiry, recaptchaToken: 'two' }, key);
    expect([again.statusCode, again.json()]).toEqual([201, first.json()]);
    const other = await send({ ...smallInquiry, company_name: 'Another' }, key);
    expect(other.statusCode).toBe(422);
    expect(await stored()).toHaveLength(1);
    expect(await queued()).toHaveLength(2);
    expect((await send(smallInquiry, { 'idempotency-key': 'x' })).statusCode).toBe(400);
  });

  test('the same key eight times at once: one inquiry', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(smallInquiry, key)));
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
    expect(answers.every((answer) => answer.statusCode === 201)).toBe(true);
    expect(await stored()).toHaveLength(1);
  });

  test('a reference that is taken is drawn again', async () => {
    const { reference } = (await send(smallInquiry)).json();
    const input = inquiryInput.parse(smallInquiry) as InquiryInput;
    const verifyCaptcha = async () => ({ flagged: false });
    for (const key of [undefined, randomUUID()]) {
      const drawn = [reference, generateReference()];
      const expected = drawn[1];
      const reply = await receiveInquiry(
        server.ctx,
        verifyCaptcha,
        input,
        { ip: '127.0.0.1', key },
        () => drawn.shift() ?? reference,
      );
      expect(reply.reference).toBe(expected);
    }
    expect(await stored()).toHaveLength(3);
    expect(await queued()).toHaveLength(6);
    const always = receiveInquiry(
      server.ctx,
      verifyCaptcha,
      input,
      { ip: '', key: undefined },
      () => reference,
    );
    await expect(always).rejects.toThrow();
    expect(await queued()).toHaveLength(6);
  });
});

sqliteOnly.test('no two references of 20,000 are alike', () => {
  const drawn = new Set(Array.from({ length: 20_000 }, generateReference));
  expect(drawn.size).toBeGreaterThan(19_990);
});
