import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { Inquiry } from '#contract/inquiries.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { onBothDatabases } from '#tests/harness/databases.ts';
import { smallInquiry } from '#tests/harness/inquiry-sample.ts';
import { getInquiryForUpdate } from './inquiries.service.ts';
import { addVins } from './inquiry-vehicles.service.ts';

const [bus, wrong, accord] = ['1M8GDM9AXKP042788', '1M8GDM9A1KP042788', '1HGCM82633A004352'];
const found = [
  { vin: bus, is_valid: true, year: 1989 },
  { vin: wrong, is_valid: false, year: 1989 },
  { vin: accord, is_valid: true, year: 2003 },
];
const stop = (kind: string, location: string, date: string | null = null, vehicles = null) => ({
  ...{ kind, location, date, vehicles },
});

onBothDatabases('vehicles and stops of inquiries', (engine) => {
  const server = suiteApp(engine);
  beforeEach(() => server.ctx.db.deleteFrom('inquiries').execute());

  const post = (payload: object, headers = {}) =>
    server.app.inject({ method: 'POST', url: '/api/inquiry', headers, payload });
  const only = async (): Promise<Inquiry> =>
    (await server.app.inject({ url: '/api/inquiries', headers: server.admin.headers })).json()[0];
  async function sent(payload: object): Promise<Inquiry> {
    const response = await post({ ...smallInquiry, ...payload });
    expect(response.statusCode, response.body).toBe(201);
    return only();
  }
  const put = async (payload: object) =>
    server.app.inject({
      ...{ method: 'PUT', url: `/api/inquiries/${(await only()).id}` },
      ...{ headers: server.admin.headers, payload },
    });

  test.each([
    ['text', `${bus}, ${wrong.toLowerCase()}\n${accord} ${bus}`],
    ['a list', [bus, wrong, accord, bus]],
  ])('keeps each VIN of %s once, wrong ones too, and counts them', async (_, vins) => {
    expect(await sent({ vins })).toMatchObject({ vins: found, number_of_vehicles: 3 });
  });

  test('a given number stays, and no VIN of a text without any is an error', async () => {
    expect(await sent({ vins: bus, number_of_vehicles: 9 })).toMatchObject({
      number_of_vehicles: 9,
    });
    await server.ctx.db.deleteFrom('inquiries').execute();
    for (const vins of ['', 'none yet', [], null]) {
      expect(await sent({ vins })).toMatchObject({ vins: [], number_of_vehicles: null });
      await server.ctx.db.deleteFrom('inquiries').execute();
    }
  });

  test('says how many VINs fit, wherever they are sent', async () => {
    const many = Array.from({ length: 1001 }, (_, n) => `X${String(n).padStart(16, '0')}`);
    const link = await post({ ...smallInquiry, vins: many.slice(1) });
    expect((await only()).vins).toHaveLength(1000);
    const { pathname } = new URL(link.json().status_url);
    const ask = (payload: object) =>
      server.app.inject({ method: 'POST', url: `/api${pathname}/messages`, payload });
    const answers = [
      ...[await post({ ...smallInquiry, vins: many }), await put({ vins: many.join(' ') })],
      ...[await ask({ vins: many.join(' ') }), await ask({ vins: many[0] })],
      await post({ ...smallInquiry, vins: 'x'.repeat(50_001) }),
    ];
    for (const answer of answers) {
      expect([answer.statusCode, answer.json().fields.vins]).toEqual([
        400,
        expect.stringContaining('At most 1,000 VINs'),
      ]);
    }
    expect((await ask({ vins: many.slice(1, 600) })).statusCode).toBe(201);
    expect((await only()).vins).toHaveLength(1000);
  });

  test.each<[string, unknown, number]>([
    ['an object', { vin: bus }, 1],
    ['a number', 12_345, 0],
    ['numbers and nothing', [7, null, true, {}, []], 0],
    ['what replies have', found, 3],
    ['control characters', `\u0000${bus}\u0000${accord}\ud800`, 2],
    ['emoji', `🚗${bus}🚚`, 1],
    ['signs in a VIN', `1M8GD-M9AXK-P042788\n1hgcm 82633 a004352`, 2],
    ['many words', 'nothing to see here '.repeat(2_000), 0],
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
    await server.ctx.db.deleteFrom('inquiries').execute();
    expect((await post({ ...rest, stops: more })).statusCode).toBe(201);
    expect(await only()).toMatchObject({
      ...{ pickup_location: 'Boone, IA', pickup_date: '2026-03-08' },
      ...{ delivery_location: 'Omaha, NE', delivery_date: null },
      stops: more,
    });
  });

  test('answers 400 to a blank stop beside an invalid one', async () => {
    for (const row of [
      { kind: 'pickup', location: '' },
      { kind: 'delivery', location: 'X', date: 'soon' },
    ]) {
      for (const stops of [
        [row, {}],
        [{}, row],
      ]) {
        expect((await post({ ...smallInquiry, stops })).statusCode).toBe(400);
      }
    }
  });

  test('refuses a quote without places, too many stops, and a delivery before the pickup', async () => {
    const { pickup_location: _, ...rest } = smallInquiry;
    const fieldsOf = async (payload: object) => Object.keys((await post(payload)).json().fields);
    expect(await fieldsOf({ ...rest, company_name: '' })).toEqual([
      ...['company_name', 'pickup_location'],
    ]);
    expect(await fieldsOf({ ...rest, stops: [stop('delivery', 'X')] })).toEqual([
      'pickup_location',
    ]);
    const pickups = Array.from({ length: 20 }, (_, n) => stop('pickup', `Lot ${n}`));
    expect(await fieldsOf({ ...smallInquiry, stops: pickups })).toEqual(['stops']);
    const late = [stop('pickup', 'Boone', '2026-03-09'), stop('delivery', 'Ames', '2026-03-08')];
    expect(await fieldsOf({ ...rest, delivery_location: '', stops: late })).toEqual(['stops']);
    expect(await fieldsOf({ ...smallInquiry, stops: [stop('gate', 'X')] })).toEqual([
      'stops.0.kind',
    ]);
  });

  test('a retry stores them once', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const payload = { ...smallInquiry, vins: bus, stops: [stop('pickup', 'Boone, IA')] };
    const [first, again] = [await post(payload, headers), await post(payload, headers)];
    expect(again.json()).toEqual(first.json());
    expect(await only()).toMatchObject({ vins: found.slice(0, 1) });
    expect((await only()).stops).toHaveLength(3);
  });

  test('the office replaces them against the version, and only a change raises it', async () => {
    await sent({ vins: bus });
    const stops = [stop('pickup', 'Boone, IA'), ...(await only()).stops];
    const change = { vins: [bus, accord], stops, version: 1 };
    expect((await put(change)).statusCode).toBe(200);
    expect(await only()).toMatchObject({
      ...{ version: 2, number_of_vehicles: 1, pickup_location: 'Boone, IA', stops },
      vins: [found[0], found[2]],
    });
    const stale = await put({ ...change, vins: '' });
    expect([stale.statusCode, stale.json().current.vins]).toEqual([409, (await only()).vins]);
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
    const link = await server.app.inject({
      ...{ method: 'POST', url: '/api/exports', headers: server.admin.headers, payload: asked },
    });
    const { body } = await server.app.inject({ url: link.json().url });
    expect(body.trim().split(/\r?\n/).slice(1)).toEqual([
      `${reference},${company_name},${bus},Yes,1989`,
      `${reference},${company_name},${wrong},No,1989`,
    ]);
  });

  test('adds the VINs of the sender, each once, and at the same time', async () => {
    const { id } = await sent({});
    const add = (vins: typeof found) =>
      server.ctx.db.transaction().execute(async (tx) => {
        await addVins(tx, (await getInquiryForUpdate(tx, id)).id, vins);
      });
    await Promise.all([add(found.slice(0, 2)), add(found.slice(1)), add(found)]);
    const { vins } = await only();
    expect(vins.toSorted((a, b) => a.vin.localeCompare(b.vin))).toEqual(
      found.toSorted((a, b) => a.vin.localeCompare(b.vin)),
    );
  });

  test('a certificate needs its holder instead of a shipment, and its mails say what it is', async () => {
    const { company_name, contact_person, email_address } = smallInquiry;
    const asked = { kind: 'certificate', company_name, contact_person, email_address };
    expect((await post(asked)).json().fields).toEqual({
      additional_info: 'This field is required.',
    });
    await server.ctx.db.deleteFrom('outbox').execute();
    const additional_info = 'Ames Auction Inc., 12 Main Street';
    expect((await post({ ...asked, additional_info })).statusCode).toBe(201);
    expect(await only()).toMatchObject({
      ...{ ...asked, additional_info, stops: [], vins: [] },
      ...{ vehicle_type: '', vehicle_condition: '', pickup_location: '' },
    });
    const mails = await server.ctx.db.selectFrom('outbox').selectAll().orderBy('id').execute();
    const { reference } = await only();
    expect(mails.map(({ subject }) => subject)).toEqual([
      `Certificate request ${reference} from ${company_name}`,
      `We received your certificate request ${reference}`,
    ]);
    expect(mails[0]?.body_text).toContain(additional_info);
    for (const { body_text } of mails) expect(body_text).not.toMatch(/quote|Condition|Pickup/);
  });

  test('the office gets every stop and VIN by mail', async () => {
    await server.ctx.db.deleteFrom('outbox').execute();
    await sent({ vins: [bus, wrong], stops: [stop('pickup', 'Boone, IA', '2026-03-08')] });
    const mails = await server.ctx.db.selectFrom('outbox').selectAll().orderBy('id').execute();
    const parts = [
      'Pickup: Boone, IA, 03/08/2026',
      '2 VINs, 1 with a wrong check digit',
      bus,
      wrong,
    ];
    for (const part of parts) expect(mails[0]?.body_text).toContain(part);
    expect(mails[1]?.body_text).not.toMatch(/Boone|1M8GDM9A/);
  });
});
