import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { send } from '#tests/fixtures/requests.ts';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { employeeOf } from '#tests/harness/employees.ts';
import { parseCalendar, textOf } from '#tests/harness/icalendar.ts';
import { clearTables } from '#tests/records/stored.ts';
import { decide, requestTimeOff } from '#tests/records/time-off.ts';
import { mailsOf, messagesTo } from '#tests/records/traces.ts';
import { setPasswordOf } from '../passwords/passwords.service.ts';
import { resetSecondFactorsOf } from '../second-factors/second-factors.service.ts';
import { getCalendar } from './time-off-calendar.service.ts';

describe('the calendar feed of time off', () => {
  const opened = new Date('2026-12-01T15:00:00Z');
  let clock = opened;
  const t = suiteApp('sqlite', { now: () => clock });
  let berta: TestPerson;
  beforeAll(async () => {
    await employeeOf(t, t.employee.userId);
    berta = await t.person('berta', 'employee');
    const names = { first_name: 'Berta, "B"; \\', last_name: 'Wolf' };
    await employeeOf(t, berta.userId, names);
  });
  beforeEach(() => {
    clock = opened;
    return clearTables(t, 'time_off');
  });

  const request = async (by: TestPerson, body: object, status = 'approved') => {
    const id = await requestTimeOff(t, { kind: 'bereavement', note: 'Marker-Note', ...body }, by);
    const decided = await decide(t, id, status, t.admin, { reason: 'Marker-Reason' });
    expect(decided.statusCode, decided.body).toBe(200);
    return id;
  };
  const pathOf = async (who: TestPerson, method: 'GET' | 'POST' = 'GET') =>
    (await send(t, method, '/api/time-off/calendar', who)).json().path as string;
  const read = (path: string) => t.app.inject({ url: path });
  const events = async (path: string) => {
    const response = await read(path);
    const type = 'text/calendar; charset=utf-8';
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({ 'content-type': type, 'cache-control': 'no-store' });
    expect(response.body).not.toContain('Marker');
    return parseCalendar(response.body).parts.map((event) =>
      ['SUMMARY', 'DTSTART', 'DTEND', 'UID'].map((name) => textOf(event, name)),
    );
  };

  test('has the own approved time off, for admins everyone’s without its kind', async () => {
    const day = { from_date: '2026-12-07', to_date: '2026-12-07', hours: 4 };
    const first = await request(t.employee, { from_date: '2026-12-24', to_date: '2026-12-31' });
    const second = await request(t.employee, day);
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
    const carla = await t.person('carla', 'employee');
    await employeeOf(t, carla.userId, { first_name: 'Carla', last_name: 'Ruiz' });
    for (const person of [carla, t.admin]) {
      await send(t, 'PUT', '/api/user/language', person, { language: 'es' });
    }
    await request(carla, { from_date: '2026-12-07', to_date: '2026-12-07', hours: 4 });
    const summaries = async (who: TestPerson) =>
      (await events(await pathOf(who))).map(([summary]) => summary);
    expect(await summaries(carla)).toEqual(['Luto (4 horas)']);
    expect(await summaries(t.admin)).toEqual(['Carla Ruiz is off']);
    expect(await messagesTo(t, carla)).toEqual([
      'Se aprobaron sus días libres: Luto el 7 dic 2026 (4 horas). Marker-Reason',
    ]);
  });

  test('answers 404 for wrong, former and ended addresses', async () => {
    const leaving = await t.person('leaving', 'employee');
    const path = await pathOf(leaving);
    expect(path).toMatch(/^\/time-off\/\d+-[\w-]{43}\.ics$/);
    expect(await pathOf(leaving)).toBe(path);
    const [, id = '', secret = ''] = /(\d+)-([\w-]+)\.ics$/.exec(path) ?? [];
    const statusOf = async (url: string) => (await read(url)).statusCode;
    for (const wrong of [
      ...[`${t.admin.userId}-${secret}.ics`, `${id}-${'A'.repeat(43)}.ics`, `${id}-${secret}`],
      ...[`${id}-.ics`, `9999999999-${secret}.ics`, `${id}-${secret}.ics.ics`, '%00.ics'],
    ]) {
      expect(await statusOf(`/time-off/${wrong}`), wrong).toBe(404);
    }
    expect((await t.app.inject({ method: 'POST', url: path })).statusCode).toBe(405);
    expect((await t.app.inject({ method: 'HEAD', url: path })).statusCode).toBe(200);

    const renewed = await pathOf(leaving, 'POST');
    expect([await statusOf(path), await statusOf(renewed)]).toEqual([404, 200]);
    const again = await pathOf(leaving, 'POST');
    expect(await statusOf(renewed)).toBe(404);
    await send(t, 'DELETE', `/api/users/${leaving.userId}`, t.admin);
    expect(await statusOf(again)).toBe(404);
  });

  test('an address ends with a password and with reset second factors', async () => {
    const person = await t.person('paula', 'employee');
    const ends = async (change: () => Promise<unknown>) => {
      const { path } = await getCalendar(t.ctx, person.userId);
      expect((await read(path)).statusCode).toBe(200);
      await change();
      expect((await read(path)).statusCode, `${change}`).toBe(404);
    };
    const change = { old_password: person.password, new_password: 'eighteen wheels 1' };
    await ends(() => send(t, 'POST', '/api/password', person, change));
    await ends(() => setPasswordOf(t.ctx, person.username, 'eighteen wheels 4'));
    await ends(() => resetSecondFactorsOf(t.ctx, person.username));
    const mails = await mailsOf(t, 'paula@example.com');
    expect(mails.some(({ text }) => text.includes('subscribe to it again'))).toBe(true);
  });

  test('a demoted admin’s address has only their own', async () => {
    await request(berta, { from_date: '2027-03-01', to_date: '2027-03-05' });
    const dora = await t.person('dora', 'admin');
    const path = await pathOf(dora);
    const isBertas = ([summary = '']: (string | undefined)[]) => summary.includes('Wolf');
    expect((await events(path)).some(isBertas)).toBe(true);
    const body = { user_role: 'employee' };
    const response = await send(t, 'PUT', `/api/users/${dora.userId}`, t.admin, body);
    expect(response.statusCode, response.body).toBe(200);
    expect(await events(path)).toEqual([]);
  });
});
