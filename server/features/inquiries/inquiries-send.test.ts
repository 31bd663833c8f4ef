import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { honeypotField } from '#contract/form-choices.ts';
import { type Inquiry, type InquiryInput, inquiryInput } from '#contract/inquiries.ts';
import { send as request } from '#tests/fixtures/requests.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { fullInquiry, smallInquiry } from '#tests/harness/inquiry-sample.ts';
import { jsonOf, read, rowsOf } from '#tests/records/stored.ts';
import { mailsOf } from '#tests/records/traces.ts';
import { generateReference, receiveInquiry } from './inquiries.service.ts';

const [bus, wrong, accord] = ['1M8GDM9AXKP042788', '1M8GDM9A1KP042788', '1HGCM82633A004352'];
const found = [
  { vin: bus, is_valid: true, year: 1989 },
  { vin: wrong, is_valid: false, year: 1989 },
  { vin: accord, is_valid: true, year: 2003 },
];
const stop = (kind: string, location: string, date: string | null = null, vehicles = null) => ({
  ...{ kind, location, date, vehicles },
});

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
    const [toOffice] = await mailsOf(t, 'office@example.com');
    expect(toOffice?.text).toContain(`Open it: http://127.0.0.1:3000/inquiries?inquiry=${row?.id}`);
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

  const only = async (): Promise<Inquiry> => (await read(t, '/api/inquiries'))[0];
  async function sent(body: object): Promise<Inquiry> {
    await jsonOf(send({ ...smallInquiry, ...body }));
    return only();
  }
  const put = async (body: object) =>
    request(t, 'PUT', `/api/inquiries/${(await only()).id}`, t.admin, body);
  const mails = async () => [
    ...(await mailsOf(t, t.ctx.config.officeEmail)),
    ...(await mailsOf(t, smallInquiry.email_address)),
  ];

  test.each([
    ['text', `${bus}, ${wrong.toLowerCase()}\n${accord} ${bus}`],
    ['a list', [bus, wrong, accord, bus]],
  ])('keeps each VIN of %s once, wrong ones too, and counts them', async (_, vins) => {
    expect(await sent({ vins })).toMatchObject({ vins: found, number_of_vehicles: 3 });
  });

  test.each([
    ['the count follows the VINs', {}, [1, 2, 3, null]],
    ['a number that a person typed stays', { number_of_vehicles: 9 }, [9, 9, 9, 9]],
  ])('%s, whoever changes them', async (_, given, counts) => {
    const { pathname } = new URL(
      (await send({ ...smallInquiry, vins: bus, ...given })).json().status_url,
    );
    const number = async () => (await only()).number_of_vehicles;
    const numbers = [await number()];
    await jsonOf(request(t, 'POST', `/api${pathname}/messages`, null, { vins: accord }));
    numbers.push(await number());
    for (const vins of [`${bus} ${accord} ${wrong}`, '']) {
      await jsonOf(put({ vins }));
      numbers.push(await number());
    }
    expect(numbers).toEqual(counts);
  });

  test('no VIN of a text without any is an error', async () => {
    for (const vins of ['', 'none yet', [], null]) {
      expect(await sent({ vins })).toMatchObject({ vins: [], number_of_vehicles: null });
    }
  });

  test('says how many VINs fit, wherever they are sent', async () => {
    const many = Array.from({ length: 1001 }, (_, n) => `X${String(n).padStart(16, '0')}`);
    const link = await send({ ...smallInquiry, vins: many.slice(1) });
    expect((await only()).vins).toHaveLength(1000);
    const { pathname } = new URL(link.json().status_url);
    const ask = (body: object) => request(t, 'POST', `/api${pathname}/messages`, null, body);
    const answers = [
      ...[await send({ ...smallInquiry, vins: many }), await put({ vins: many.join(' ') })],
      ...[await ask({ vins: many.join(' ') }), await ask({ vins: many[0] })],
      await send({ ...smallInquiry, vins: 'x'.repeat(50_001) }),
    ];
    for (const answer of answers) {
      expect(answer.statusCode).toBe(400);
      expect(answer.json().fields.vins).toContain('At most 1,000 VINs');
    }
    expect((await ask({ vins: many.slice(1, 600) })).statusCode).toBe(201);
    expect((await only()).vins).toHaveLength(1000);
  });

  test.each<[string, unknown, number]>([
    ['a number', 12_345, 0],
    ['numbers and nothing', [7, null, true, {}, []], 0],
    ['what replies have', found, 3],
    ['control characters', `\u0000${bus}\u0000${accord}\ud800`, 2],
  ])('stores an inquiry whose VINs are %s', async (_, vins, count) => {
    expect((await sent({ vins })).vins).toHaveLength(count);
  });

  test('fields and stops say the same, whichever was sent', async () => {
    const { pickup_location, delivery_location, ...rest } = smallInquiry;
    const places = [stop('pickup', pickup_location), stop('delivery', delivery_location)];
    expect((await sent({})).stops).toEqual(places);
    const more = [stop('pickup', 'Boone, IA', '2026-03-08'), stop('delivery', 'Omaha, NE')];
    expect((await sent({ stops: more })).stops).toEqual([
      ...[places[0], more[0]],
      ...[places[1], more[1]],
    ]);
    expect((await send({ ...rest, stops: more })).statusCode).toBe(201);
    expect(await only()).toMatchObject({
      ...{ pickup_location: 'Boone, IA', pickup_date: '2026-03-08' },
      ...{ delivery_location: 'Omaha, NE', delivery_date: null },
      stops: more,
    });
  });

  test('answers 400 to a blank stop beside an invalid one', async () => {
    const wrong = { kind: 'delivery', location: 'X', date: 'soon' };
    for (const row of [{ kind: 'pickup', location: '' }, wrong]) {
      expect((await send({ ...smallInquiry, stops: [row, {}] })).statusCode).toBe(400);
      expect((await send({ ...smallInquiry, stops: [{}, row] })).statusCode).toBe(400);
    }
  });

  test('refuses a quote without places, too many stops, and a delivery before the pickup', async () => {
    const { pickup_location: _, ...rest } = smallInquiry;
    const pickups = Array.from({ length: 20 }, (_, n) => stop('pickup', `Lot ${n}`));
    const late = [stop('pickup', 'Boone', '2026-03-09'), stop('delivery', 'Ames', '2026-03-08')];
    const refused: [object, string[]][] = [
      [{ ...rest, company_name: '' }, ['company_name', 'pickup_location']],
      [{ ...rest, stops: [stop('delivery', 'X')] }, ['pickup_location']],
      [{ ...smallInquiry, stops: pickups }, ['stops']],
      [{ ...rest, delivery_location: '', stops: late }, ['stops']],
      [{ ...smallInquiry, stops: [stop('gate', 'X')] }, ['stops.0.kind']],
    ];
    for (const [body, fields] of refused) {
      expect(Object.keys((await send(body)).json().fields)).toEqual(fields);
    }
  });

  test('the office replaces them, and only a change raises the version', async () => {
    await sent({ vins: bus });
    const stops = [stop('pickup', 'Boone, IA'), ...(await only()).stops];
    const change = { vins: [bus, accord], stops, version: 1 };
    expect((await put(change)).statusCode).toBe(200);
    expect(await only()).toMatchObject({
      ...{ version: 2, number_of_vehicles: 2, pickup_location: 'Boone, IA', stops },
      vins: [found[0], found[2]],
    });
    await put({ ...change, version: 2 });
    await put({ vins: `${bus} ${accord}` });
    expect(await only()).toMatchObject({ version: 2 });
    await put({ stops: [stop('delivery', 'Omaha, NE')], vins: [] });
    expect(await only()).toMatchObject({
      ...{ version: 3, vins: [], delivery_location: 'Omaha, NE' },
      stops: [stop('pickup', 'Boone, IA'), stop('delivery', 'Omaha, NE')],
    });
  });

  test('exports the vehicles of one inquiry in their order', async () => {
    await sent({ vins: accord });
    const { id, reference, company_name } = await sent({ vins: [bus, wrong] });
    const asked = { list: 'inquiry-vehicles', format: 'csv', filter: `inquiry_id=${id}` };
    const { url } = (await request(t, 'POST', '/api/exports', t.admin, asked)).json();
    const { body } = await t.app.inject(url);
    expect(body.trim().split(/\r?\n/).slice(1)).toEqual([
      `${reference},${company_name},${bus},Yes,1989`,
      `${reference},${company_name},${wrong},No,1989`,
    ]);
  });

  test('a certificate needs its holder instead of a shipment, and its mails say what it is', async () => {
    const { company_name, contact_person, email_address } = smallInquiry;
    const asked = { kind: 'certificate', company_name, contact_person, email_address };
    expect((await send(asked)).json().fields).toEqual({
      additional_info: 'This field is required.',
    });
    const additional_info = 'Ames Auction Inc., 12 Main Street';
    expect((await send({ ...asked, additional_info })).statusCode).toBe(201);
    expect(await only()).toMatchObject({
      ...{ ...asked, additional_info, stops: [], vins: [] },
      ...{ vehicle_type: '', vehicle_condition: '', pickup_location: '' },
    });
    const { reference } = await only();
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      `Certificate request ${reference} from ${company_name}`,
      `We received your certificate request ${reference}`,
    ]);
    expect((await mails())[0]?.text).toContain(additional_info);
    for (const { text } of await mails()) expect(text).not.toMatch(/quote|Condition|Pickup/);
  });

  test('the office gets every stop and VIN by mail', async () => {
    await sent({ vins: [bus, wrong], stops: [stop('pickup', 'Boone, IA', '2026-03-08')] });
    const [toOffice, receipt] = (await mails()).map(({ text }) => text);
    const wrongDigit = '2 VINs, 1 with a wrong check digit';
    for (const part of ['Pickup: Boone, IA, 03/08/2026', wrongDigit, bus, wrong]) {
      expect(toOffice).toContain(part);
    }
    expect(receipt).toContain('for a quote');
    expect(receipt).not.toMatch(/Boone|1M8GDM9A/);
  });
});
