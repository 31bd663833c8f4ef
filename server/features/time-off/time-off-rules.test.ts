import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { errorOf, send } from '#tests/fixtures/requests.ts';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { employeeOf } from '#tests/harness/employees.ts';
import { changeRows, clearTables } from '#tests/records/stored.ts';
import {
  askForTimeOff,
  balanceOf,
  decide,
  requestTimeOff,
  timeOffOf,
} from '#tests/records/time-off.ts';
import { linkedMessagesTo } from '#tests/records/traces.ts';

describe('the rules of time off', () => {
  // Tuesday, 9:00 in Joliet.
  const opened = new Date('2026-12-01T15:00:00Z');
  const t = suiteApp('sqlite', { now: () => opened });
  let emil = 0;
  let berta: TestPerson;
  let bertasId = 0;
  let second: TestPerson;
  beforeAll(async () => {
    emil = await employeeOf(t, t.employee.userId);
    berta = await t.person('berta', 'employee');
    bertasId = await employeeOf(t, berta.userId, { first_name: 'Berta', last_name: 'Wolf' });
    second = await t.person('second', 'admin');
  });
  beforeEach(async () => {
    await clearTables(t, 'time_off', 'notification_recipients');
    await changeRows(t, 'employees', {}, { pto_hundredths: 4000 });
  });

  test('employees see and cancel their own only, and decide nothing (SEC4)', async () => {
    const own = await requestTimeOff(t);
    const others = await requestTimeOff(t, { note: 'Marker' }, berta);
    const bertas = `?employee_id=${bertasId}`;
    for (const query of ['', bertas, '?status=requested', '?limit=10']) {
      const rows = await timeOffOf(t, t.employee, query);
      expect(rows.map(({ time_off_id }) => time_off_id)).toEqual([own]);
    }
    expect(await timeOffOf(t, t.admin, bertas)).toMatchObject([{ note: 'Marker' }]);
    for (const [id, status, expected] of [
      ...['approved', 'declined', 'cancelled'].map((one) => [others, one, 404] as const),
      ...['approved', 'declined'].map((one) => [own, one, 403] as const),
    ]) {
      const response = await decide(t, id, status, t.employee, { reason: 'x' });
      expect(response.statusCode, status).toBe(expected);
    }
    expect(await balanceOf(t, t.employee, bertas)).toEqual(await balanceOf(t));
    expect(await balanceOf(t, t.admin, bertas)).toMatchObject({ reserved_hours: 24 });
    const unknown = await send(t, 'GET', '/api/time-off/balance?employee_id=999999', t.admin);
    expect(unknown.statusCode).toBe(404);
  });

  test('names who else of the department is away, to admins only', async () => {
    const id = await requestTimeOff(t);
    const away = await requestTimeOff(t, { from_date: '2026-12-10', to_date: '2026-12-11' }, berta);
    await requestTimeOff(t, { from_date: '2026-12-14', to_date: '2026-12-14' }, berta);
    const declined = await requestTimeOff(t, { to_date: '2026-12-09' }, berta);
    await decide(t, declined, 'declined', t.admin, { reason: 'No' });
    const elsewhere = await t.person(`s${randomUUID()}`, 'employee');
    const employee_id = await employeeOf(t, elsewhere.userId);
    await changeRows(t, 'employees', { employee_id }, { department: 'Shop' });
    await requestTimeOff(t, {}, elsewhere);
    const read = async (by: TestPerson) => (await send(t, 'GET', `/api/time-off/${id}`, by)).json();
    const { also_away, balance } = await read(t.admin);
    expect(also_away).toMatchObject([{ employee_name: 'Berta Wolf', time_off_id: away }]);
    expect(balance).toEqual({ pto_hours: 40, reserved_hours: 24, available_hours: 16 });
    expect(await read(t.employee)).toMatchObject({ balance: null, also_away: [] });
  });

  test('filters by days and status', async () => {
    const ask = (from_date: string, to_date: string, more = {}, by?: TestPerson) =>
      requestTimeOff(t, { from_date, to_date, ...more }, by);
    const first = await ask('2026-12-03', '2026-12-04');
    const second = await ask('2026-12-07', '2026-12-31', {}, berta);
    const third = await ask('2027-06-01', '2027-12-31', { hours: 8 });
    await decide(t, third, 'approved');
    for (const [query, expected] of [
      ['', [third, second, first]],
      ['?from=2026-12-04&to=2026-12-06', [first]],
      ['?from=2026-12-31&to=2026-12-31', [second]],
      ['?from=2027-12-31', [third]],
      ['?to=2026-12-03', [first]],
      ['?status=approved', [third]],
      ['?status=requested', [second, first]],
    ] as const) {
      const rows = await timeOffOf(t, t.admin, query);
      expect(
        rows.map(({ time_off_id }) => time_off_id),
        query,
      ).toEqual(expected);
    }
  });

  test('refuses callers without an employee record', async () => {
    expect(errorOf(await askForTimeOff(t, {}, second))).toEqual([
      400,
      'Your account has no employee record. Ask the office to add one.',
    ]);
  });

  test('an admin records time off for an employee, who is notified', async () => {
    const record = (more: object = {}, who = t.admin) =>
      askForTimeOff(t, { employee_id: bertasId, ...more }, who);
    expect((await record({}, t.employee)).statusCode).toBe(403);
    expect((await record({ employee_id: 99_999 })).json().fields).toEqual({
      employee_id: 'Choose an employee with an open account.',
    });
    expect((await record()).json()).toMatchObject({ message: 'Time off recorded.', hours: 24 });
    const [row] = await timeOffOf(t, berta);
    expect(row).toMatchObject({ employee_id: bertasId, status: 'approved', decided_by: 'anna' });
    expect(await linkedMessagesTo(t, berta)).toEqual([
      [
        'The office recorded your PTO from 12/08/2026 to 12/10/2026 (24 hours).',
        `/time-off?request=${row?.time_off_id}`,
      ],
    ]);
    expect(await balanceOf(t, berta)).toMatchObject({ pto_hours: 16 });
    expect(errorOf(await record({ kind: 'jury_duty' }))).toEqual([
      409,
      'Berta Wolf already has 24 hours off: 12/08/2026 to 12/10/2026, approved. A day has 8 hours, so choose other days or fewer hours.',
    ]);
    // The balance is too low: the office decides as on a request.
    const next = await record({ from_date: '2026-12-14', to_date: '2026-12-16' });
    expect(next.json().message).toBe(
      'Time off recorded as a request to decide: Berta Wolf has 16 hours of PTO, and this takes 24.',
    );
    expect((await timeOffOf(t, berta))[0]).toMatchObject({ status: 'requested' });
    // Employees may name themselves.
    expect((await record({ employee_id: emil }, t.employee)).statusCode).toBe(201);
  });

  test('declining needs a reason, which the employee reads', async () => {
    const id = await requestTimeOff(t);
    const decline = (reason?: string) => decide(t, id, 'declined', t.admin, { reason });
    for (const reason of [undefined, '', ' \n']) {
      expect(Object.keys((await decline(reason)).json().fields)).toEqual(['reason']);
    }
    expect((await decline('No cover.')).statusCode).toBe(200);
    const declined = { status: 'declined', reason: 'No cover.' };
    expect(await timeOffOf(t, t.employee)).toMatchObject([declined]);
    expect(await balanceOf(t)).toMatchObject({ pto_hours: 40, reserved_hours: 0 });
    expect((await linkedMessagesTo(t, t.employee))[0]?.[0]).toMatch(/was declined\. No cover\.$/);
  });

  test('requests beyond the balance are stored; approving them asks for hours first', async () => {
    const week = { from_date: '2026-12-07', to_date: '2026-12-14' };
    const id = await requestTimeOff(t, { ...week, hours: 40.25 });
    expect(await balanceOf(t)).toMatchObject({ reserved_hours: 40.25, available_hours: -0.25 });
    expect(errorOf(await decide(t, id, 'approved'))).toEqual([
      409,
      'Emil Novotny has 40 hours of PTO, and this takes 40.25. Raise the balance in the PTO Tracker first, or decline.',
    ]);
    expect(await timeOffOf(t)).toMatchObject([{ status: 'requested', version: 1 }]);
    await changeRows(t, 'employees', {}, { pto_hundredths: 4025 });
    expect((await decide(t, id, 'approved')).statusCode).toBe(200);
    expect(await balanceOf(t)).toMatchObject({ pto_hours: 0, available_hours: 0 });
  });

  test('at most a working day of a person is off on a date', async () => {
    const day = (date: string, hours: number | null, more = {}) =>
      askForTimeOff(t, { from_date: date, to_date: date, hours, ...more });
    const whole = await requestTimeOff(t, { from_date: '2026-12-08', to_date: '2026-12-08' });
    const half = await day('2026-12-08', 4, { kind: 'unpaid' });
    expect(errorOf(half)).toEqual([
      409,
      'You already have 8 hours off: 12/08/2026, requested. A day has 8 hours, so choose other days or fewer hours.',
    ]);
    expect(half.json().current).toMatchObject({ time_off_id: whole, status: 'requested' });
    await decide(t, whole, 'approved');
    const week = { from_date: '2026-12-07', to_date: '2026-12-11' };
    expect((await askForTimeOff(t, week)).statusCode).toBe(409);
    // Both halves of a day, and the same day of someone else.
    for (const hours of [4, 4]) expect((await day('2026-12-09', hours)).statusCode).toBe(201);
    expect((await day('2026-12-09', 0.25)).statusCode).toBe(409);
    expect((await askForTimeOff(t, week, berta)).statusCode).toBe(201);
    // What is over frees the day.
    await decide(t, whole, 'cancelled');
    expect((await day('2026-12-08', null)).statusCode).toBe(201);
    for (const hours of [8.01, 12, 24]) {
      const response = await day('2026-12-10', hours);
      expect(errorOf(response)).toEqual([400, 'Enter 0.25 to 8 hours.']);
    }
  });
});
