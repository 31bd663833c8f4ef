import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp, type TestPerson } from '#tests/harness/app.ts';
import { employeeOf } from '#tests/harness/employees.ts';
import { parseCalendar, textOf } from '#tests/harness/icalendar.ts';
import { setPasswordOf } from '../passwords/passwords.service.ts';
import { resetSecondFactorsOf } from '../second-factors/second-factors.service.ts';
import { getCalendar } from './time-off-calendar.service.ts';

describe('the calendar feed of time off', () => {
  let t: TestApp;
  let berta: TestPerson;
  const opened = new Date('2026-12-01T15:00:00Z');
  let clock = opened;
  beforeAll(async () => {
    t = await startApp('sqlite', { now: () => clock });
    await employeeOf(t, t.employee.userId);
    berta = await t.person('berta', 'employee');
    const names = { first_name: 'Berta, "B"; \\', last_name: 'Wolf' };
    await employeeOf(t, berta.userId, names);
  });
  afterAll(() => t.close());

  const request = async (by: TestPerson, body: object, status = 'approved') => {
    const payload = { kind: 'bereavement', note: 'Marker-Note', ...body };
    const { headers } = by;
    const url = '/api/time-off';
    const { time_off_id } = (await t.app.inject({ method: 'POST', url, headers, payload })).json();
    const decision = { status, reason: 'Marker-Reason' };
    const decided = await t.app.inject({
      ...{ method: 'PUT', url: `${url}/${time_off_id}`, headers: t.admin.headers },
      payload: decision,
    });
    expect(decided.statusCode, decided.body).toBe(200);
    return time_off_id as number;
  };
  const pathOf = async (who: TestPerson, method: 'GET' | 'POST' = 'GET') =>
    (await t.app.inject({ method, url: '/api/time-off/calendar', headers: who.headers })).json()
      .path as string;
  const read = (path: string) => t.app.inject({ url: path });
  const events = async (path: string) => {
    const response = await read(path);
    expect([response.statusCode, response.headers['content-type']]).toEqual([
      200,
      'text/calendar; charset=utf-8',
    ]);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.body).not.toContain('Marker');
    const calendar = parseCalendar(response.body);
    return calendar.parts.map((event) => [
      ...['SUMMARY', 'DTSTART', 'DTEND', 'UID'].map((name) => textOf(event, name)),
    ]);
  };

  test('has the own approved time off, for admins everyone’s without its kind', async () => {
    clock = opened;
    await t.ctx.db.deleteFrom('time_off').execute();
    const [first, second] = [
      await request(t.employee, { from_date: '2026-12-24', to_date: '2026-12-31' }),
      await request(t.employee, { from_date: '2026-12-07', to_date: '2026-12-07', hours: 4 }),
    ];
    const bertas = await request(berta, { from_date: '2026-12-30', to_date: '2027-01-04' });
    await request(t.employee, { from_date: '2026-12-14', to_date: '2026-12-14' }, 'declined');
    const uid = (id: number) => `time-off-${id}@kestrel.example.com`;
    const own = await pathOf(t.employee);
    expect(await events(own)).toEqual([
      ['Bereavement (4 hours)', '20261207', '20261208', uid(second)],
      ['Bereavement', '20261224', '20270101', uid(first)],
    ]);
    expect(await events(await pathOf(t.admin))).toEqual([
      ['Emil Novotny is off', '20261207', '20261208', uid(second)],
      ['Emil Novotny is off', '20261224', '20270101', uid(first)],
      ['Berta, "B"; \\ Wolf is off', '20261230', '20270105', uid(bertas)],
    ]);
    clock = new Date('2027-02-15T15:00:00Z');
    expect(await events(own)).toEqual([]);
  });

  test('has the language of the account, and English for the office', async () => {
    clock = opened;
    await t.ctx.db.deleteFrom('time_off').execute();
    const carla = await t.person('carla', 'employee');
    await employeeOf(t, carla.userId, { first_name: 'Carla', last_name: 'Ruiz' });
    for (const { headers } of [carla, t.admin]) {
      const payload = { language: 'es' };
      await t.app.inject({ method: 'PUT', url: '/api/user/language', headers, payload });
    }
    await request(carla, { from_date: '2026-12-07', to_date: '2026-12-07', hours: 4 });
    const summaries = async (who: TestPerson) =>
      (await events(await pathOf(who))).map(([summary]) => summary);
    expect(await summaries(carla)).toEqual(['Luto (4 horas)']);
    expect(await summaries(t.admin)).toEqual(['Carla Ruiz is off']);
    const { headers } = carla;
    const reply = await t.app.inject({ url: '/api/notifications', headers });
    expect(reply.json().notifications).toMatchObject([
      {
        message: 'Se aprobaron sus días libres: Luto el 12/07/2026 (4 horas). Marker-Reason',
      },
    ]);
  });

  test('answers 404 for wrong, former and ended addresses', async () => {
    clock = opened;
    const leaving = await t.person('leaving', 'employee');
    const path = await pathOf(leaving);
    expect(path).toMatch(/^\/time-off\/\d+-[\w-]{43}\.ics$/);
    expect(await pathOf(leaving)).toBe(path);
    const [, id = '', secret = ''] = /(\d+)-([\w-]+)\.ics$/.exec(path) ?? [];
    const wrong = [
      `/time-off/${t.admin.userId}-${secret}.ics`,
      `/time-off/${id}-${'A'.repeat(43)}.ics`,
      `/time-off/${id}-${secret}`,
      `/time-off/${id}-.ics`,
      `/time-off/9999999999-${secret}.ics`,
      `/time-off/${id}-${secret}.ics.ics`,
      '/time-off/%00.ics',
    ];
    for (const one of wrong) expect((await read(one)).statusCode, one).toBe(404);
    expect((await t.app.inject({ method: 'POST', url: path })).statusCode).toBe(405);
    expect((await t.app.inject({ method: 'HEAD', url: path })).statusCode).toBe(200);

    const renewed = await pathOf(leaving, 'POST');
    expect([(await read(path)).statusCode, (await read(renewed)).statusCode]).toEqual([404, 200]);
    const again = await pathOf(leaving, 'POST');
    expect((await read(renewed)).statusCode).toBe(404);
    const url = `/api/users/${leaving.userId}`;
    await t.app.inject({ method: 'DELETE', url, headers: t.admin.headers });
    expect((await read(again)).statusCode).toBe(404);
  });

  test('an address ends with a password and with reset second factors', async () => {
    clock = opened;
    const person = await t.person('paula', 'employee');
    const ends = async (change: () => Promise<unknown>) => {
      const { path } = await getCalendar(t.ctx, person.userId);
      expect((await read(path)).statusCode).toBe(200);
      await change();
      expect((await read(path)).statusCode, `${change}`).toBe(404);
    };
    const { password: old_password, headers } = person;
    const payload = { old_password, new_password: 'eighteen wheels 1' };
    await ends(() => t.app.inject({ method: 'POST', url: '/api/password', headers, payload }));
    await ends(() => setPasswordOf(t.ctx, person.username, 'eighteen wheels 4'));
    await ends(() => resetSecondFactorsOf(t.ctx, person.username));
    const mails = await t.ctx.db
      .selectFrom('outbox')
      .select('body_text')
      .where('user_id', '=', person.userId)
      .execute();
    expect(
      mails.filter(({ body_text }) => body_text.includes('subscribe to it again')).length,
    ).toBeGreaterThan(0);
  });

  test('a demoted admin’s address has only their own', async () => {
    clock = opened;
    await request(berta, { from_date: '2027-03-01', to_date: '2027-03-05' });
    const dora = await t.person('dora', 'admin');
    const path = await pathOf(dora);
    const isBertas = ([summary = '']: (string | undefined)[]) => summary.includes('Wolf');
    expect((await events(path)).some(isBertas)).toBe(true);
    const url = `/api/users/${dora.userId}`;
    const payload = { user_role: 'employee' };
    const response = await t.app.inject({ method: 'PUT', url, headers: t.admin.headers, payload });
    expect(response.statusCode, response.body).toBe(200);
    expect(await events(path)).toEqual([]);
  });
});
