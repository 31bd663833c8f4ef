import sharp from 'sharp';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { ListedClaim } from '#contract/claims.ts';
import { claims as messages } from '#contract/messages/claims.ts';
import { damages as damageMessages } from '#contract/messages/damages.ts';
import { errorOf, send } from '#tests/fixtures/requests.ts';
import type { Body } from '#tests/fixtures/sample-bodies.ts';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { claimsOf, sampleVin } from '#tests/harness/claims.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { employeeOf } from '#tests/harness/employees.ts';
import { photoOf, pictureOf } from '#tests/harness/file-samples.ts';
import { formBody } from '#tests/harness/multipart.ts';
import { jsonOf, rowsOf } from '#tests/records/stored.ts';
import { noticesOf as allNoticesOf } from '#tests/records/traces.ts';

const value = 'Driver,Date,Amount,Description\nEmil Novotny,2026-03-05,9000,Mirror broken.\n';
const changedDamages = formBody({}, { name: 'file', value, filename: 'damages.csv' });

onBothWhenFull('claims', (engine) => {
  const start = new Date('2026-03-07T18:00:00Z');
  const clock = { now: start };
  const t = suiteApp(engine, { config: { tokenHours: 24 * 7 }, now: () => clock.now });
  const [emil, berta, carla] = [{}, {}, {}] as [TestPerson, TestPerson, TestPerson];
  const { sendReport, report, get, claim, update, respond, addPhoto } = claimsOf(() => t);
  const changeDamage = (id: number, body: Body) =>
    send(t, 'PUT', `/api/damages/${id}`, t.admin, body);

  beforeAll(async () => {
    Object.assign(emil, t.employee);
    await employeeOf(t, emil.userId);
    Object.assign(berta, await t.person('berta', 'employee'));
    await employeeOf(t, berta.userId, { first_name: 'Berta', last_name: 'Ruiz' });
    Object.assign(carla, await t.person('carla', 'employee'));
  });
  beforeEach(async () => {
    clock.now = start;
    for (const { damage_id } of await rowsOf(t, 'damages')) {
      await update(damage_id, { status: 'closed' });
      await changeDamage(damage_id, { damage_description: 'Cleared.' });
      await jsonOf(send(t, 'DELETE', `/api/damages/${damage_id}`, t.admin));
    }
  });

  /** A damage without a claim. */
  async function damageOf(person: TestPerson, more: Body = {}): Promise<number> {
    return (
      await jsonOf(
        send(t, 'POST', '/api/damages', t.admin, {
          employee_id: await employeeOf(t, person.userId),
          ...{ driver_name: 'Emil Novotny', damage_date: '2026-03-05', damage_amount: 250.5 },
          damage_description: 'Mirror broken.',
          ...more,
        }),
      )
    ).damage_id;
  }

  /** The person's new notifications during `work`. */
  async function noticesOf(person: TestPerson, work: () => Promise<unknown>) {
    const known = new Set((await allNoticesOf(t, person)).map((one) => one.notification_id));
    await work();
    const added = (await allNoticesOf(t, person)).filter((one) => !known.has(one.notification_id));
    return added.map(({ message, link }) => [message, link]);
  }

  const list = async (by: TestPerson, query = ''): Promise<ListedClaim[]> =>
    (await send(t, 'GET', `/api/claims${query}`, by)).json();
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
    const audits = await rowsOf(t, 'audit', { target_kind: 'claim', target_id: String(id) }, 'id');
    const actions = ['claim.create', 'claim.update', 'claim.update'];
    expect(audits.slice(-3).map(({ action }) => action)).toEqual(actions);
    expect(audits[0]?.label).toBe('Emil Novotny, 2026-03-05');
    expect(JSON.stringify(audits)).not.toContain('Lakeside');
  });

  test.each([
    ['with a wrong check digit', '1m8gdm9a1kp042788', '1M8GDM9A1KP042788'],
    ['of an import, as its label reads', 'I1M8GDM9AXKP042788', sampleVin],
    ['that is missing', undefined, ''],
  ])('stores a report with a VIN %s, and the office can keep it', async (_, sent, stored) => {
    const id = await report(emil, { vin: sent });
    expect((await claim(id, emil)).vin).toBe(stored);
    await jsonOf(update(id, { vin: stored, customer: 'Lakeside Motors' }));
    const refused = await update(id, { vin: '2M8GDM9A1KP042788' });
    expect(refused.json().fields).toEqual({ vin: messages.badVin });
    expect(await claim(id)).toMatchObject({ vin: stored, customer: 'Lakeside Motors' });
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
    const own = (await rowsOf(t, 'objects')).filter(({ key }) => key.startsWith('claims/'));
    expect(own.length).toBeGreaterThanOrEqual(2 * photos.length);
    for (const { file_path } of stored.photos) {
      const query = new URLSearchParams({ path: file_path });
      const link = await send(t, 'GET', `/api/settlements/presigned-get?${query}`, emil);
      const { rawPayload } = await t.app.inject(link.json().url);
      const { exif, xmp, iptc, orientation } = await sharp(rawPayload).metadata();
      expect([exif, xmp, iptc, orientation]).toEqual(Array(4).fill(undefined));
      expect(rawPayload.includes('GPS')).toBe(false);
    }
  });

  test('a report needs an employee record', async () => {
    expect(errorOf(await sendReport(carla))).toEqual([400, messages.noEmployee]);
    expect(await list(t.admin)).toEqual([]);
  });

  test('nobody but the driver and the office lists a claim, and the office answers none', async () => {
    const id = await report(emil);
    for (const other of [berta, carla]) {
      expect(await list(other)).toEqual([]);
      expect(await list(other, `?employee_id=${await employeeOf(t, emil.userId)}`)).toEqual([]);
    }
    // The office doesn't answer in the driver's name.
    expect((await respond(id, t.admin)).statusCode).toBe(404);
    expect(await list(emil)).toHaveLength(1);
    expect(await claim(id, emil)).toMatchObject({ driver_response: null, version: 1 });
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
      ...{ driver_response: 'disputed', response_note: answer.note, version: 4 },
      responded_at: clock.now.toISOString(),
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

  test('lists the newest first, and the overdue ones by the company’s day', async () => {
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
    clock.now = new Date('2026-03-08T05:59:59Z');
    expect(await overdue()).toEqual([]);
    clock.now = new Date('2026-03-08T06:00:00Z');
    expect(await overdue()).toEqual([[0, 'acknowledge']]);
    clock.now = new Date('2026-03-09T04:59:59Z');
    expect(await overdue()).toEqual([[0, 'acknowledge']]);
    clock.now = new Date('2026-03-09T05:00:00Z');
    expect(await overdue()).toEqual([
      [2, 'decide'],
      [0, 'acknowledge'],
    ]);
    const whole = await list(t.admin);
    expect(whole.map((one) => one.damage_id)).toEqual(ids.toReversed());
    expect(await list(t.admin, '?status=paid')).toHaveLength(1);
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
    [{ damage_description: 'A' }, 'damage_description', 'Mirror broken.', 'A', 'description'],
  ])(
    'a change of the damage to %j is in the history, clears the response and notifies the driver',
    async (change, field, before, after, name) => {
      const id = await damageOf(emil);
      await update(id, {});
      await respond(id, emil, { response: 'acknowledged', note: 'Yes.' });
      const { version, changes } = await claim(id);
      expect(await noticesOf(emil, () => changeDamage(id, change))).toEqual([
        [
          `The office changed your claim for the damage on 03/05/2026: ${name}. Review it and respond again.`,
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
    },
  );

  test.each([
    ['its claim', (id: number) => update(id, { damage_amount: 9000 })],
    ['an import', () => send(t, 'POST', '/api/import/damages', t.admin, changedDamages)],
  ])('%s changes the amount like the office, once', async (_, change) => {
    const id = await damageOf(emil);
    await update(id, {});
    await respond(id, emil);
    const notices = await noticesOf(emil, async () => {
      const response = await change(id);
      expect(response.statusCode, response.body).toBeLessThan(300);
    });
    expect(notices).toHaveLength(1);
    const stored = await claim(id);
    expect(stored).toMatchObject({ damage_amount: 9000, driver_response: null });
    const fields = stored.changes.map(({ field }) => field);
    expect(fields).toEqual(['created', 'response', 'damage_amount', 'response']);
    const damages = (await send(t, 'GET', '/api/damages', t.admin)).json();
    expect(damages).toMatchObject([{ damage_amount: 9000, version: 2 }]);
  });

  test.each([true, false])(
    'a damage moves to another driver, who is notified, and away from the one before (claim: %s)',
    async (hasClaim) => {
      const id = hasClaim ? await report(emil) : await damageOf(emil);
      if (hasClaim) {
        await respond(id, emil, { response: 'acknowledged', note: 'My mistake.' });
        await update(id, { status: 'in_review' });
      }
      const linksOf = async (person: TestPerson) =>
        (await allNoticesOf(t, person, '?all=1'))
          .map(({ link }) => link)
          .filter((link) => link?.includes(`damage=${id}`));
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
  });
});
