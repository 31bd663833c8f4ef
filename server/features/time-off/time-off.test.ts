import { beforeAll, beforeEach, expect, test } from 'vitest';
import { timeOff as messages } from '#contract/messages/time-off.ts';
import { errorOf, replyOf, send } from '#tests/fixtures/requests.ts';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { employeeOf } from '#tests/harness/employees.ts';
import { newPerson, signedInAgain } from '#tests/records/accounts.ts';
import { clearTables, rowsOf } from '#tests/records/stored.ts';
import {
  askForTimeOff,
  balanceOf,
  daysOff,
  decide,
  requestTimeOff,
  timeOffOf,
} from '#tests/records/time-off.ts';
import { auditOf, linkedMessagesTo } from '#tests/records/traces.ts';
import { writeTransaction } from '../../platform/writes/writes.ts';
import { setHours } from '../hours/hours.service.ts';

onBothWhenFull('time off', (engine) => {
  // Tuesday, 9:00 in Joliet.
  const opened = new Date('2026-12-01T15:00:00Z');
  let clock = opened;
  const t = suiteApp(engine, { now: () => clock });
  let emil = 0;
  let second: TestPerson;
  let lastEntry = 0;
  beforeAll(async () => {
    emil = await employeeOf(t, t.employee.userId);
    second = await t.person('second', 'admin');
  });
  beforeEach(async () => {
    clock = opened;
    await clearTables(t, 'time_off', 'notification_recipients');
    await setPto(emil, 4000);
    lastEntry = (await rowsOf(t, 'hours_ledger', {}, 'id')).at(-1)?.id ?? 0;
  });

  const setPto = (employeeId: number, pto: number) => {
    const by = { userId: t.admin.userId, ip: '' };
    const change = { employeeId, changes: { pto }, reason: '', isOpening: true };
    return writeTransaction(t.ctx, by, (write) => setHours(t.ctx, write, by, change));
  };
  /** The entries of the test, newest first. */
  const ledger = async (employee_id = emil) => {
    const rows = await rowsOf(t, 'hours_ledger', { employee_id, kind: 'pto' }, 'id');
    return rows.filter(({ id }) => id > lastEntry).toReversed();
  };
  const what = 'PTO from 12/08/2026 to 12/10/2026 (24 hours)';

  test('a request reserves hours, its approval takes them, and its cancellation gives them back', async () => {
    const response = await askForTimeOff(t, { note: ' Trip\r\n' });
    const { message, time_off_id: id } = response.json();
    expect([response.statusCode, message]).toEqual([201, 'Your request was sent to the office.']);
    const [row] = await timeOffOf(t);
    expect(row).toMatchObject({
      ...{ time_off_id: id, employee_id: emil, employee_name: 'Emil Novotny', kind: 'pto' },
      ...{ ...daysOff, hours: 24, note: ' Trip\n', status: 'requested', reason: '' },
      ...{ decided_by: null, created_at: opened.toISOString(), version: 1 },
    });
    expect(await balanceOf(t)).toEqual({ pto_hours: 40, reserved_hours: 24, available_hours: 16 });
    const link = `/time-off?request=${id}`;
    expect(await linkedMessagesTo(t, t.admin)).toEqual([[`Emil Novotny requests ${what}.`, link]]);

    const [{ version } = { version: 0 }] = await rowsOf(t, 'employees', { employee_id: emil });
    expect((await decide(t, id, 'approved', t.admin, { version: 1 })).json()).toEqual({
      message: 'Time off approved.',
    });
    const [employee] = await rowsOf(t, 'employees', { employee_id: emil });
    expect(employee?.version).toBe(version + 1);
    expect(await timeOffOf(t, t.employee)).toEqual([
      { ...row, status: 'approved', decided_by: 'anna', version: 2 },
    ]);
    expect(await balanceOf(t)).toEqual({ pto_hours: 16, reserved_hours: 0, available_hours: 16 });
    const reason = 'Time off 12/08/2026 to 12/10/2026';
    const taken = { before_hundredths: 4000, after_hundredths: 1600, reason };
    expect(await ledger()).toMatchObject([{ ...taken, user_id: t.admin.userId }]);
    expect(await linkedMessagesTo(t, t.employee)).toEqual([[`Your ${what} was approved.`, link]]);
    const toOthers = [`anna approved Emil Novotny's ${what}.`, link];
    expect((await linkedMessagesTo(t, second))[0]).toEqual(toOthers);

    expect((await decide(t, id, 'cancelled', t.employee)).statusCode).toBe(200);
    expect(await balanceOf(t)).toEqual({ pto_hours: 40, reserved_hours: 0, available_hours: 40 });
    expect((await ledger())[0]).toMatchObject({
      ...{ before_hundredths: 1600, after_hundredths: 4000, user_id: t.employee.userId },
      reason: 'Cancelled time off 12/08/2026 to 12/10/2026',
    });
    const toOffice = [`Emil Novotny cancelled ${what}.`, link];
    expect((await linkedMessagesTo(t, t.admin))[0]).toEqual(toOffice);
    const log = await auditOf(t, { target_kind: 'time-off', target_id: String(id) });
    const detail = JSON.stringify({ employee_id: emil, ...daysOff, hours: 24 });
    expect(log).toMatchObject(
      ['request', 'approve', 'cancel'].map((name) => ({
        ...{ action: `time-off.${name}`, label: 'Emil Novotny, 2026-12-08', detail },
      })),
    );
  });

  test('an approval is undone within a minute', async () => {
    const id = await requestTimeOff(t);
    await decide(t, id, 'approved');
    expect((await linkedMessagesTo(t, t.employee))[0]?.[0]).toBe(`Your ${what} was approved.`);
    expect((await decide(t, id, 'requested', t.employee)).statusCode).toBe(403);
    expect((await decide(t, id, 'requested', t.admin, { version: 1 })).statusCode).toBe(409);
    const undone = await decide(t, id, 'requested', t.admin, { version: 2 });
    expect(undone.json().message).toBe('Approval undone. The request waits again.');
    const waiting = { status: 'requested', decided_by: null, version: 3 };
    expect(await timeOffOf(t)).toMatchObject([waiting]);
    expect(await balanceOf(t)).toEqual({ pto_hours: 40, reserved_hours: 24, available_hours: 16 });
    expect((await ledger())[0]).toMatchObject({
      ...{ before_hundredths: 1600, after_hundredths: 4000 },
      reason: 'Undone: time off 12/08/2026 to 12/10/2026',
    });
    expect((await linkedMessagesTo(t, t.employee)).map(([message]) => message)).toEqual([
      `The office took back its approval of your ${what}. It will decide again.`,
    ]);
    await decide(t, id, 'approved');
    clock = new Date(opened.getTime() + 61_000);
    expect(errorOf(await decide(t, id, 'requested'))).toEqual([
      409,
      'This approval can no longer be undone. Cancel the time off instead.',
    ]);
  });

  test('deciding again is 409 with the current record', async () => {
    const id = await requestTimeOff(t);
    await decide(t, id, 'approved');
    const current = { time_off_id: id, status: 'approved', decided_by: 'anna', version: 2 };
    for (const status of ['approved', 'declined']) {
      const response = await decide(t, id, status, second, { reason: 'Too late' });
      expect(errorOf(response)).toEqual([409, 'This request was already approved.']);
      expect(response.json()).toMatchObject({ code: 'version_conflict', current });
    }
    const stale = await decide(t, id, 'cancelled', second, { version: 1 });
    expect([stale.statusCode, stale.json().current.version]).toEqual([409, 2]);
    await decide(t, id, 'cancelled');
    expect((await decide(t, id, 'cancelled', t.employee)).statusCode).toBe(409);
    expect(await ledger()).toHaveLength(2);
  });

  test('a cancellation is repeated without effect, as by a phone that lost the reply', async () => {
    const id = await requestTimeOff(t);
    await decide(t, id, 'approved');
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const response = await decide(t, id, 'cancelled', t.employee);
      expect(replyOf(response)).toEqual([200, { message: messages.updated.cancelled }]);
    }
    expect(await ledger()).toHaveLength(2);
    expect((await timeOffOf(t))[0]).toMatchObject({ status: 'cancelled', version: 3 });
  });

  test('the owner cancels until the first day begins in Joliet, an admin also afterwards', async () => {
    const id = await requestTimeOff(t, { hours: 12 });
    const other = await requestTimeOff(t, { hours: 12 });
    await decide(t, id, 'approved');
    // The last minute of December 7.
    clock = new Date('2026-12-08T05:59:00Z');
    const admin = await newPerson(t, 'admin');
    const owner = () => signedInAgain(t, t.employee);
    expect((await decide(t, other, 'cancelled', await owner())).statusCode).toBe(200);
    clock = new Date('2026-12-08T06:00:00Z');
    expect(errorOf(await decide(t, id, 'cancelled', await owner()))).toEqual([
      409,
      'This time off has already started. Ask the office to change it.',
    ]);
    expect((await decide(t, id, 'cancelled', admin)).statusCode).toBe(200);
  });

  test('closing an account cancels what has not begun and gives approved hours back', async () => {
    const leaving = await newPerson(t);
    const employeeId = await employeeOf(t, leaving.userId);
    await setPto(employeeId, 8000);
    const ask = (days?: object) => requestTimeOff(t, days, leaving);
    const begun = await ask({ from_date: '2026-12-01', to_date: '2026-12-02' });
    const declined = await ask();
    await decide(t, declined, 'declined', t.admin, { reason: 'No cover.' });
    const approved = await ask();
    const waiting = await ask({ from_date: '2026-11-30', to_date: '2026-11-30' });
    for (const id of [begun, approved]) await decide(t, id, 'approved');
    const closed = await send(t, 'DELETE', `/api/users/${leaving.userId}`, t.admin);
    expect(closed.statusCode, closed.body).toBe(200);
    const rows = await timeOffOf(t, t.admin, `?employee_id=${employeeId}`);
    expect(new Map(rows.map(({ time_off_id, status }) => [time_off_id, status]))).toEqual(
      new Map([
        ...([
          [begun, 'approved'],
          [declined, 'declined'],
        ] as const),
        ...([
          [approved, 'cancelled'],
          [waiting, 'cancelled'],
        ] as const),
      ]),
    );
    const [back] = await ledger(employeeId);
    expect(back).toMatchObject({ before_hundredths: 4000, after_hundredths: 6400 });
  });
});
