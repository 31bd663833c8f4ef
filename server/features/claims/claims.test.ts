import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ListedClaim } from '#contract/claims.ts';
import { claims as messages } from '#contract/messages/claims.ts';
import { damages as damageMessages } from '#contract/messages/damages.ts';
import { errorOf, openFile, send } from '../../../tests/fixtures/requests.ts';
import { startApp, type TestApp, type TestPerson } from '../../../tests/harness/app.ts';
import { claimsOf, sampleVin } from '../../../tests/harness/claims.ts';
import { onBothDatabases } from '../../../tests/harness/databases.ts';
import { employeeOf } from '../../../tests/harness/employees.ts';
import { photoOf, pictureOf } from '../../../tests/harness/file-samples.ts';
import { multipartOf } from '../../../tests/harness/multipart.ts';

onBothDatabases('claims', (engine) => {
  let t: TestApp;
  let emil: TestPerson;
  let berta: TestPerson;
  let carla: TestPerson;
  let now = new Date('2026-03-07T18:00:00Z');
  const { sendReport, report, get, claim, update, respond, addPhoto } = claimsOf(() => t);

  beforeAll(async () => {
    t = await startApp(engine, { config: { tokenHours: 24 * 7 }, now: () => now });
    emil = t.employee;
    await employeeOf(t, emil.userId);
    berta = await t.person('berta', 'employee');
    await employeeOf(t, berta.userId, { first_name: 'Berta', last_name: 'Ruiz' });
    carla = await t.person('carla', 'employee');
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    now = new Date('2026-03-07T18:00:00Z');
    const rows = await t.ctx.db.selectFrom('damages').select('damage_id').execute();
    for (const { damage_id } of rows) {
      await update(damage_id, { status: 'closed' });
      await changeDamage(damage_id, { damage_description: 'Cleared.' });
      const removed = await send(t, 'DELETE', `/api/damages/${damage_id}`, t.admin);
      expect(removed.statusCode, removed.body).toBe(200);
    }
  });

  /** A damage without a claim. */
  const damageOf = async (person: TestPerson, more: object = {}): Promise<number> => {
    const response = await send(t, 'POST', '/api/damages', t.admin, {
      employee_id: await employeeOf(t, person.userId),
      ...{ driver_name: 'Emil Novotny', damage_date: '2026-03-05', damage_amount: 250.5 },
      damage_description: 'Mirror broken.',
      ...more,
    });
    expect(response.statusCode, response.body).toBe(201);
    return response.json().damage_id;
  };
  const changeDamage = (id: number, body: object) =>
    send(t, 'PUT', `/api/damages/${id}`, t.admin, body);
  const list = async (by: TestPerson, query = ''): Promise<ListedClaim[]> =>
    (await send(t, 'GET', `/api/claims${query}`, by)).json();
  /** The person's new notifications during `work`. */
  const noticesOf = async (person: TestPerson, work: () => Promise<unknown>) => {
    const read = async () =>
      (await send(t, 'GET', '/api/notifications', person)).json().notifications as {
        notification_id: number;
        message: string;
        link?: string;
      }[];
    const known = new Set((await read()).map((one) => one.notification_id));
    await work();
    const added = (await read()).filter((one) => !known.has(one.notification_id));
    return added.map(({ message, link }) => [message, link]);
  };
  const auditsOf = (id: number) =>
    t.ctx.db
      .selectFrom('audit')
      .select(['action', 'detail', 'label'])
      .where('target_kind', '=', 'claim')
      .where('target_id', '=', String(id))
      .orderBy('id')
      .execute();

  test('opens a claim with defaults, changes the keys that are sent, and keeps the history', async () => {
    const id = await damageOf(emil);
    expect(errorOf(await get(id, t.admin))).toEqual([404, messages.noneOfDamage]);
    const opened = await update(id, { customer: 'Lakeside Motors', vin: sampleVin.toLowerCase() });
    expect([opened.statusCode, opened.json()]).toEqual([200, { message: messages.saved }]);
    const first = await claim(id);
    expect(first).toMatchObject({
      ...{ damage_id: id, status: 'reported', vin: sampleVin, damage_code: '' },
      ...{ received_on: '2026-03-07', acknowledge_by: '2026-04-06', decide_by: '2026-07-05' },
      ...{ customer: 'Lakeside Motors', photos: [], driver_response: null, version: 1 },
      ...{ damage_amount: 250.5, damage_description: 'Mirror broken.', stage: '', overdue: null },
    });

    const change = { status: 'in_review', damage_code: '10321', received_on: '2024-02-29' };
    await update(id, { ...change, version: 1 });
    expect(await claim(id, emil)).toMatchObject({
      ...change,
      ...{ acknowledge_by: '2024-03-30', decide_by: '2024-06-28', overdue: 'decide', version: 2 },
      ...{ customer: 'Lakeside Motors', vin: sampleVin },
    });
    await update(id, { received_on: null, vin: '', damage_code: '' });
    const cleared = await claim(id);
    expect(cleared).toMatchObject({
      ...{ received_on: null, acknowledge_by: null, decide_by: null, overdue: null },
      ...{ vin: '', damage_code: '', version: 3 },
    });
    expect(cleared.changes.map(({ field, before, after }) => [field, before, after])).toEqual([
      ['created', '', 'reported'],
      ['status', 'reported', 'in_review'],
      ['received_on', '2026-03-07', '2024-02-29'],
      ['damage_code', '', '10321'],
      ['received_on', '2024-02-29', ''],
      ['vin', sampleVin, ''],
      ['damage_code', '10321', ''],
    ]);
    // Equal values change nothing.
    await update(id, { status: 'in_review', vin: '' });
    expect(await claim(id)).toEqual(cleared);
    const audits = await auditsOf(id);
    expect(audits.map(({ action }) => action)).toEqual([
      ...['claim.create', 'claim.update', 'claim.update'],
    ]);
    expect(audits[0]?.label).toBe('Emil Novotny, 2026-03-05');
    expect(JSON.stringify(audits)).not.toContain('Lakeside');
  });

  test.each([
    [{ vin: '1M8GDM9A1KP042788' }, 'vin', messages.badVin],
    [{ vin: 'x' }, 'vin', messages.badVin],
    [{ damage_code: '1234' }, 'damage_code', messages.badCode],
    [{ damage_code: '12a45' }, 'damage_code', messages.badCode],
    [{ damage_code: 12345 }, 'damage_code', messages.badCode],
    [{ received_on: '2026-02-30' }, 'received_on', expect.any(String)],
    [{ status: 'in review' }, 'status', expect.any(String)],
  ])('returns 400 for %j', async (body, field, message) => {
    const id = await damageOf(emil);
    const response = await update(id, body);
    expect([response.statusCode, response.json().fields]).toEqual([400, { [field]: message }]);
    expect((await get(id, t.admin)).statusCode).toBe(404);
  });

  test.each([
    ['with a wrong check digit', '1m8gdm9a1kp042788', '1M8GDM9A1KP042788'],
    ['of a car for Europe', 'WVWZZZ1JZXW000001', 'WVWZZZ1JZXW000001'],
    ['from before 1981', '194375-S-108023', '194375S108023'],
    ['of an import, as its label reads', 'I1M8GDM9AXKP042788', sampleVin],
    ['with characters of no VIN', 'OOPS?', 'OOPS?'],
    ['that is missing', undefined, ''],
  ])('stores a report with a VIN %s, and the office can keep it', async (_, sent, stored) => {
    const id = await report(emil, { vin: sent });
    expect((await claim(id, emil)).vin).toBe(stored);
    const kept = await update(id, { vin: stored, customer: 'Lakeside Motors' });
    expect(kept.statusCode, kept.body).toBe(200);
    const refused = await update(id, { vin: '2M8GDM9A1KP042788' });
    expect(refused.json().fields).toEqual({ vin: messages.badVin });
    expect(await claim(id)).toMatchObject({ vin: stored, customer: 'Lakeside Motors' });
  });

  test('one of several admins wins, and the others get the current claim', async () => {
    const id = await damageOf(emil);
    const opened = await Promise.all([1, 2, 3].map((at) => update(id, { customer: `C${at}` })));
    expect(opened.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    const { version } = await claim(id);
    const statuses = ['paid', 'declined', 'closed', 'acknowledged'];
    const responses = await Promise.all(statuses.map((status) => update(id, { status, version })));
    const codes = responses.map(({ statusCode }) => statusCode);
    expect(codes.toSorted()).toEqual([200, 409, 409, 409]);
    const current = await claim(id);
    expect(current).toMatchObject({
      status: statuses[codes.indexOf(200)],
      version: version + 1,
    });
    const stale = responses[codes.indexOf(409)];
    expect(stale?.json()).toMatchObject({ code: 'version_conflict', current });
  });

  test('a driver reports damage with photos: one damage, one claim, and the office is told', async () => {
    const photos = [
      await photoOf({ taken: '2026:03:07 09:30:00', offset: '-05:00' }),
      await photoOf({ taken: '2026:03:08 03:30:00' }),
      await pictureOf('png'),
    ];
    let id = 0;
    const more = { vin: sampleVin, damage_code: '10321', note: 'Door.\r\nTwo marks.' };
    const notices = await noticesOf(t.admin, async () => {
      id = await report(emil, more, photos);
    });
    const message = 'Emil Novotny reported damage on 10/06/2025.';
    expect(notices).toEqual([[message, `/claims?damage=${id}`]]);
    const damages = await send(t, 'GET', '/api/damages', emil);
    expect(damages.json()).toEqual([
      {
        ...{ damage_id: id, employee_id: await employeeOf(t, emil.userId), version: 1 },
        ...{ driver_name: 'Emil Novotny', employee_name: 'Emil Novotny' },
        ...{ damage_date: '2025-10-06', damage_amount: 0 },
        damage_description: 'Door.\nTwo marks.',
      },
    ]);
    const stored = await claim(id, emil);
    expect(stored).toMatchObject({
      ...{ status: 'reported', vin: sampleVin, damage_code: '10321', stage: 'delivery' },
      ...{ place: 'Auction in Milwaukee', received_on: '2026-03-07', customer: '' },
    });
    expect(stored.photos.map(({ captured_at }) => captured_at)).toEqual([
      ...['2026-03-07T14:30:00.000Z', '2026-03-08T08:30:00.000Z', null],
    ]);
    const row = await t.ctx.db
      .selectFrom('objects')
      .select(['key', 'original_key'])
      .where('key', 'like', 'claims/%')
      .execute();
    expect(row.length).toBeGreaterThanOrEqual(2 * photos.length);
    for (const { file_path } of stored.photos) {
      const query = new URLSearchParams({ path: file_path });
      const link = await send(t, 'GET', `/api/settlements/presigned-get?${query}`, emil);
      const { rawPayload } = await t.app.inject({ url: link.json().url });
      const { exif, xmp, iptc, orientation } = await sharp(rawPayload).metadata();
      expect([exif, xmp, iptc, orientation]).toEqual(Array(4).fill(undefined));
      expect(rawPayload.includes('GPS')).toBe(false);
    }
  });

  test('a repeated report stores one, also of several at once; another photo is 422', async () => {
    const photo = await pictureOf('jpeg');
    const headers = { 'idempotency-key': randomUUID() };
    const all = await Promise.all(
      Array.from({ length: 3 }, () => sendReport(emil, {}, [photo], headers)),
    );
    expect(all.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
    expect(new Set(all.map((one) => one.json().damage_id)).size).toBe(1);
    const other = await sendReport(emil, {}, [photo, photo], headers);
    expect(other.statusCode).toBe(422);
    const stored = await list(emil);
    expect(stored).toHaveLength(1);
    const key = randomUUID();
    const id = stored[0]?.damage_id ?? 0;
    for (let time = 0; time < 2; time += 1) {
      expect((await addPhoto(id, emil, photo, key)).statusCode).toBe(201);
    }
    const { photos } = await claim(id);
    expect(photos).toHaveLength(2);
    const objects = t.ctx.db.selectFrom('objects').select('key').where('key', 'like', 'claims/%');
    const known = new Set((await objects.execute()).map((row) => row.key));
    const bytes = await Array.fromAsync(t.ctx.storage.list());
    const own = bytes.filter(({ key: name }) => name.startsWith('claims/'));
    expect(new Set(own.map(({ key: name }) => name))).toEqual(known);
  });

  test('a report needs a photo, its fields and an employee record', async () => {
    const none = await sendReport(emil, {}, []);
    expect([none.statusCode, none.json().fields]).toEqual([
      400,
      { photos: messages.photosMissing },
    ]);
    const many = await sendReport(emil, {}, Array(9).fill(await pictureOf('png')));
    expect(many.statusCode).toBe(400);
    const blank = await sendReport(emil, { stage: '', place: ' ', note: undefined });
    expect(Object.keys(blank.json().fields).sort()).toEqual(['note', 'place', 'stage']);
    expect(errorOf(await sendReport(carla))).toEqual([400, messages.noEmployee]);
    const broken = await sendReport(emil, {}, [await pictureOf('png'), Buffer.from('no picture')]);
    expect(broken.statusCode).toBe(415);
    expect(await list(t.admin)).toEqual([]);
  });

  test('nobody but the driver and the office sees, answers or adds to a claim', async () => {
    const id = await report(emil);
    const photo = await pictureOf('png');
    for (const other of [berta, carla]) {
      const responses = [
        await get(id, other),
        await respond(id, other),
        await addPhoto(id, other, photo),
      ];
      expect(responses.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
      expect((await update(id, { status: 'paid' }, other)).statusCode).toBe(403);
      expect(await list(other)).toEqual([]);
      expect(await list(other, `?employee_id=${await employeeOf(t, emil.userId)}`)).toEqual([]);
      expect((await send(t, 'GET', '/api/claims/totals', other)).statusCode).toBe(403);
    }
    const [stored] = (await claim(id)).photos;
    await expect(openFile(t, stored?.file_path ?? '', berta)).rejects.toThrow();
    await openFile(t, stored?.file_path ?? '', t.admin);
    // The office doesn't answer in the driver's name.
    expect((await respond(id, t.admin)).statusCode).toBe(404);
    expect(await list(emil)).toHaveLength(1);
    expect(await claim(id, emil)).toMatchObject({ driver_response: null, version: 1 });
    // With the damage the claim moves to another driver.
    const employee_id = await employeeOf(t, berta.userId);
    await send(t, 'PUT', `/api/damages/${id}`, t.admin, { employee_id });
    expect((await get(id, emil)).statusCode).toBe(404);
    expect((await get(id, berta)).statusCode).toBe(200);
  });

  test('the driver is told of every change, and the office of every answer', async () => {
    const id = await damageOf(emil);
    const link = `/claims?damage=${id}`;
    const toDriver = (work: () => Promise<unknown>) => noticesOf(emil, work);
    const toOffice = (work: () => Promise<unknown>) => noticesOf(t.admin, work);
    expect(await toDriver(() => update(id, {}))).toEqual([
      ['The office opened a claim for the damage on 03/05/2026.', link],
    ]);
    expect(await toDriver(() => update(id, { status: 'in_review', customer: 'A' }))).toEqual([
      ['Your claim for the damage on 03/05/2026 is now: In review.', link],
    ]);
    expect(await toDriver(() => update(id, { vin: sampleVin }))).toEqual([
      ['The office changed the claim for the damage on 03/05/2026.', link],
    ]);
    expect(await toDriver(() => update(id, { vin: sampleVin }))).toEqual([]);
    const photo = await pictureOf('png');
    expect(await toDriver(() => addPhoto(id, t.admin, photo))).toEqual([
      ['The office added a photo to the claim of 03/05/2026.', link],
    ]);
    expect(await toOffice(() => addPhoto(id, emil, photo))).toEqual([
      ['Emil Novotny added a photo to the claim of 03/05/2026.', link],
    ]);
    const answer = { response: 'disputed', note: 'It was there at pickup.' };
    expect(await toOffice(() => respond(id, emil, answer))).toEqual([
      ['Emil Novotny disputes the claim for the damage on 03/05/2026.', link],
    ]);
    expect(await toOffice(() => respond(id, emil, answer))).toEqual([]);
    const stored = await claim(id);
    expect(stored).toMatchObject({
      driver_response: 'disputed',
      response_note: 'It was there at pickup.',
      responded_at: now.toISOString(),
      version: 4,
    });
    expect(stored.changes.map(({ field, by }) => [field, by])).toEqual([
      ['created', t.admin.username],
      ['status', t.admin.username],
      ['customer', t.admin.username],
      ['vin', t.admin.username],
      ['photo', t.admin.username],
      ['photo', 'Emil Novotny'],
      ['response', 'Emil Novotny'],
    ]);
    expect((await respond(id, emil, { response: 'agreed' })).statusCode).toBe(400);
  });

  test('lists the overdue ones by the company’s day, in pages that stay stable', async () => {
    const ids: number[] = [];
    const states = [
      { received_on: '2026-02-05', status: 'reported' },
      { received_on: '2026-02-05', status: 'acknowledged' },
      { received_on: '2025-11-08', status: 'in_review' },
      { received_on: '2025-11-08', status: 'paid' },
      { received_on: null, status: 'reported' },
    ];
    for (const state of states) {
      const id = await damageOf(emil);
      await update(id, state);
      ids.push(id);
    }
    const overdue = async () =>
      (await list(t.admin, '?overdue=1')).map((one) => [ids.indexOf(one.damage_id), one.overdue]);
    // The day before the clocks change ends at 6 a.m. UTC, the day of the change at 5.
    now = new Date('2026-03-08T05:59:59Z');
    expect(await overdue()).toEqual([]);
    now = new Date('2026-03-08T06:00:00Z');
    expect(await overdue()).toEqual([[0, 'acknowledge']]);
    now = new Date('2026-03-09T04:59:59Z');
    expect(await overdue()).toEqual([[0, 'acknowledge']]);
    now = new Date('2026-03-09T05:00:00Z');
    expect(await overdue()).toEqual([
      [2, 'decide'],
      [0, 'acknowledge'],
    ]);
    const whole = await list(t.admin);
    expect(whole.map((one) => one.damage_id)).toEqual(ids.toReversed());
    expect(await list(t.admin, '?status=paid')).toHaveLength(1);
    const first = await send(t, 'GET', '/api/claims?limit=2', t.admin);
    const before = String(first.headers['x-next-before']);
    const rest = await list(t.admin, `?limit=500&before=${before}`);
    expect([...first.json(), ...rest]).toEqual(whole);
  });

  test('adds up cost by driver, month, customer and place', async () => {
    const rows = [
      [emil, { damage_amount: 100.1, damage_date: '2026-01-31' }, { damage_code: '10321' }],
      [emil, { damage_amount: 200.2, damage_date: '2026-02-01' }, { customer: 'Lakeside' }],
      [berta, { driver_name: 'Berta Ruiz', damage_amount: 50 }, { damage_code: '10111' }],
    ] as const;
    for (const [person, damage, change] of rows)
      await update(await damageOf(person, damage), change);
    // Without a claim it doesn't count.
    await damageOf(emil, { damage_amount: 999 });
    const totals = await send(t, 'GET', '/api/claims/totals', t.admin);
    expect(totals.json()).toEqual({
      drivers: [
        { key: 'Emil Novotny', count: 2, amount: 300.3 },
        { key: 'Berta Ruiz', count: 1, amount: 50 },
      ],
      months: [
        { key: '2026-01', count: 1, amount: 100.1 },
        { key: '2026-02', count: 1, amount: 200.2 },
        { key: '2026-03', count: 1, amount: 50 },
      ],
      customers: [
        { key: 'Lakeside', count: 1, amount: 200.2 },
        { key: '', count: 2, amount: 150.1 },
      ],
      areas: [
        { key: '', count: 1, amount: 200.2 },
        { key: '10', count: 2, amount: 150.1 },
      ],
    });
  });

  test.each([
    [{ damage_amount: 9000 }, 'damage_amount', '250.50', '9000.00', 'amount'],
    [{ damage_date: '2026-03-04' }, 'damage_date', '2026-03-05', '2026-03-04', 'date'],
    [{ damage_description: 'A' }, 'damage_description', 'Mirror broken.', 'A', 'description'],
    [{ driver_name: 'E. Novotny' }, 'driver_name', 'Emil Novotny', 'E. Novotny', 'driver name'],
  ])(
    'a change of the damage to %j is in the history, clears the response and notifies the driver',
    async (change, field, before, after, name) => {
      const id = await damageOf(emil);
      await update(id, {});
      await respond(id, emil, { response: 'acknowledged', note: 'Yes.' });
      const { version, changes } = await claim(id);
      const date = 'damage_date' in change ? '03/04/2026' : '03/05/2026';
      expect(await noticesOf(emil, () => changeDamage(id, change))).toEqual([
        [
          `The office changed your claim for the damage on ${date}: ${name}. Review it and respond again.`,
          `/claims?damage=${id}`,
        ],
      ]);
      const changed = await claim(id, emil);
      expect(changed).toMatchObject({
        ...{ driver_response: null, response_note: '', responded_at: null },
        version: version + 1,
      });
      const added = changed.changes.slice(changes.length);
      expect(added.map((one) => [one.field, one.before, one.after])).toEqual([
        [field, before, after],
        ['response', 'acknowledged', ''],
      ]);
      // Equal values change nothing.
      expect(await noticesOf(emil, () => changeDamage(id, change))).toEqual([]);
      expect(await claim(id, emil)).toEqual(changed);
      // The office decides on what it has seen.
      expect((await update(id, { status: 'paid', version })).statusCode).toBe(409);
    },
  );

  test('the claim changes the amount of its damage, like the damage itself', async () => {
    const id = await damageOf(emil);
    await update(id, {});
    await respond(id, emil);
    const notices = await noticesOf(emil, () =>
      update(id, { damage_amount: 9000.01, status: 'in_review' }),
    );
    expect(notices).toHaveLength(2);
    const stored = await claim(id);
    expect(stored).toMatchObject({ damage_amount: 9000.01, driver_response: null });
    expect(stored.changes.map(({ field }) => field)).toEqual([
      ...['created', 'response', 'status', 'damage_amount', 'response'],
    ]);
    const damages = (await send(t, 'GET', '/api/damages', t.admin)).json();
    expect(damages).toMatchObject([{ damage_amount: 9000.01, version: 2 }]);
  });

  test('a response to what the driver saw before a change is a conflict', async () => {
    const id = await damageOf(emil);
    await update(id, {});
    const seen = await claim(id, emil);
    await changeDamage(id, { damage_amount: 9000 });
    const late = await respond(id, emil, { response: 'acknowledged', version: seen.version });
    expect([late.statusCode, late.json().current]).toEqual([409, await claim(id, emil)]);
    const { version } = await claim(id, emil);
    expect((await respond(id, emil, { response: 'acknowledged', version })).statusCode).toBe(200);
    // A repeated call, whose reply was lost.
    expect((await respond(id, emil, { response: 'acknowledged', version })).statusCode).toBe(200);
  });

  test('an import changes a damage like the office', async () => {
    const id = await damageOf(emil);
    await update(id, {});
    await respond(id, emil);
    const file = Buffer.from(
      'Driver,Date,Amount,Description\nEmil Novotny,2026-03-05,9000,Mirror broken.\n',
    );
    const form = multipartOf([{ name: 'file', value: file, filename: 'damages.csv' }]);
    const notices = await noticesOf(emil, async () => {
      const imported = await send(t, 'POST', '/api/import/damages', t.admin, form);
      expect(imported.statusCode, imported.body).toBeLessThan(300);
    });
    expect(notices).toHaveLength(1);
    const stored = await claim(id);
    expect(stored).toMatchObject({ damage_amount: 9000, driver_response: null });
    expect(stored.changes.map(({ field }) => field)).toEqual([
      ...['created', 'response', 'damage_amount', 'response'],
    ]);
  });

  test.each([true, false])(
    'a damage moves to another driver, who is notified, and away from the one before (claim: %s)',
    async (hasClaim) => {
      const id = hasClaim ? await report(emil) : await damageOf(emil);
      if (hasClaim) {
        await respond(id, emil, { response: 'acknowledged', note: 'My mistake.' });
        await update(id, { status: 'in_review' });
      }
      const linkOf = (text: string) => text.includes(`damage=${id}`);
      const linksOf = async (person: TestPerson) =>
        (await send(t, 'GET', '/api/notifications?all=1', person))
          .json()
          .notifications.map(({ link = '' }) => link)
          .filter(linkOf);
      expect(await linksOf(emil)).toHaveLength(1);
      const employee_id = await employeeOf(t, berta.userId);
      await changeDamage(id, { employee_id });
      expect(await linksOf(emil)).toEqual([]);
      expect(await linksOf(berta)).toEqual([
        hasClaim ? `/claims?damage=${id}` : `/damages?damage=${id}`,
      ]);
      if (!hasClaim) return;
      // The office's notices stay.
      expect(await linksOf(t.admin)).not.toEqual([]);
      expect((await get(id, emil)).statusCode).toBe(404);
      const moved = await claim(id, berta);
      expect(moved).toMatchObject({ driver_response: null, response_note: '', responded_at: null });
      expect(moved.changes.slice(-2)).toMatchObject([
        { field: 'employee_id', before: 'Emil Novotny', after: 'Berta Ruiz' },
        { field: 'response', before: 'acknowledged', after: '' },
      ]);
    },
  );

  test('a damage stays while its claim is acknowledged by the driver or paid', async () => {
    const id = await damageOf(emil);
    await update(id, {});
    const remove = () => send(t, 'DELETE', `/api/damages/${id}`, t.admin);
    await respond(id, emil);
    expect(errorOf(await remove())).toEqual([409, damageMessages.acknowledged]);
    await respond(id, emil, { response: 'disputed' });
    await update(id, { status: 'paid' });
    expect(errorOf(await remove())).toEqual([409, damageMessages.paid]);
    await update(id, { status: 'acknowledged' });
    expect((await remove()).statusCode).toBe(200);
    const notices = (await send(t, 'GET', '/api/notifications?all=1', emil)).json().notifications;
    expect(JSON.stringify(notices)).not.toContain(`damage=${id}`);
  });

  test('a deleted damage takes its claim, its photos and their bytes along', async () => {
    const id = await report(emil, {}, [await pictureOf('png'), await pictureOf('jpeg')]);
    const [photo] = (await claim(id)).photos;
    const removed = await send(t, 'DELETE', `/api/damages/${id}`, t.admin);
    expect(removed.statusCode).toBe(200);
    for (const table of ['claims', 'claim_photos', 'claim_changes'] as const) {
      const rows = t.ctx.db.selectFrom(table).selectAll().where('damage_id', '=', id);
      expect(await rows.execute()).toEqual([]);
    }
    const objects = t.ctx.db.selectFrom('objects').select('key').where('key', 'like', 'claims/%');
    expect(await objects.execute()).toEqual([]);
    await expect(t.ctx.storage.read(photo?.file_path ?? '')).rejects.toThrow();
    for (const response of [
      await get(id, emil),
      await update(id, {}),
      await respond(id, emil),
      await addPhoto(id, emil, await pictureOf('png')),
    ]) {
      expect(response.statusCode).toBe(404);
    }
  });

  test('photos that arrive while the damage is deleted leave nothing behind', async () => {
    const photo = await pictureOf('png');
    for (let round = 0; round < 3; round += 1) {
      const id = await report(emil);
      const [added, removed] = await Promise.all([
        addPhoto(id, emil, photo),
        send(t, 'DELETE', `/api/damages/${id}`, t.admin),
      ]);
      expect([201, 404]).toContain(added.statusCode);
      expect(removed.statusCode).toBe(200);
    }
    const objects = t.ctx.db.selectFrom('objects').select('key').where('key', 'like', 'claims/%');
    expect(await objects.execute()).toEqual([]);
  });
});
