import { beforeAll, beforeEach, expect, test } from 'vitest';
import { timeOff as messages } from '#contract/messages/time-off.ts';
import { errorOf, replyOf, send } from '#tests/fixtures/requests.ts';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { employeeOf } from '#tests/harness/employees.ts';
import { newPerson, signedInAgain } from '#tests/records/accounts.ts';
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
    await t.ctx.db.deleteFrom('time_off').execute();
    await t.ctx.db.deleteFrom('notification_recipients').execute();
    await setPto(emil, 4000);
    const newest = t.ctx.db.selectFrom('hours_ledger').select((eb) => eb.fn.max('id').as('id'));
    lastEntry = (await newest.executeTakeFirst())?.id ?? 0;
  });

  const setPto = (employeeId: number, pto: number) => {
    const by = { userId: t.admin.userId, ip: '' };
    const change = { employeeId, changes: { pto }, reason: '', isOpening: true };
    return writeTransaction(t.ctx, by, (write) => setHours(t.ctx, write, by, change));
  };
  const ledger = (employeeId = emil) =>
    t.ctx.db
      .selectFrom('hours_ledger')
      .select(['before_hundredths', 'after_hundredths', 'reason', 'user_id'])
      .where('employee_id', '=', employeeId)
      .where('id', '>', lastEntry)
      .where('kind', '=', 'pto')
      .orderBy('id', 'desc')
      .execute();

  test('a request reserves hours, its approval takes them, and its cancellation gives them back', async () => {
    const response = await askForTimeOff(t, { note: ' Trip\r\n' });
    expect(replyOf(response)).toEqual([
      201,
      {
        message: 'Your request was sent to the office.',
        time_off_id: expect.any(Number),
        hours: 24,
      },
    ]);
    const id = response.json().time_off_id as number;
    const row = {
      time_off_id: id,
      employee_id: emil,
      employee_name: 'Emil Novotny',
      department: 'Operations',
      kind: 'pto',
      ...daysOff,
      hours: 24,
      note: ' Trip\n',
      status: 'requested',
      reason: '',
      decided_by: null,
      created_at: opened.toISOString(),
      version: 1,
    };
    expect(await timeOffOf(t)).toEqual([row]);
    expect(await balanceOf(t)).toEqual({ pto_hours: 40, reserved_hours: 24, available_hours: 16 });
    const what = 'PTO from 12/08/2026 to 12/10/2026 (24 hours)';
    const link = `/time-off?request=${id}`;
    expect(await linkedMessagesTo(t, t.admin)).toEqual([[`Emil Novotny requests ${what}.`, link]]);

    const employeeVersion = () =>
      t.ctx.db
        .selectFrom('employees')
        .select('version')
        .where('employee_id', '=', emil)
        .executeTakeFirstOrThrow();
    const { version } = await employeeVersion();
    expect((await decide(t, id, 'approved', t.admin, { version: 1 })).json()).toEqual({
      message: 'Time off approved.',
    });
    expect(await employeeVersion()).toEqual({ version: version + 1 });
    expect(await timeOffOf(t, t.employee)).toEqual([
      { ...row, status: 'approved', decided_by: 'anna', version: 2 },
    ]);
    expect(await balanceOf(t)).toEqual({ pto_hours: 16, reserved_hours: 0, available_hours: 16 });
    const reason = 'Time off 12/08/2026 to 12/10/2026';
    const taken = { before_hundredths: 4000, after_hundredths: 1600, reason };
    expect(await ledger()).toEqual([{ ...taken, user_id: t.admin.userId }]);
    expect(await linkedMessagesTo(t, t.employee)).toEqual([[`Your ${what} was approved.`, link]]);
    expect((await linkedMessagesTo(t, second))[0]).toEqual([
      `anna approved Emil Novotny's ${what}.`,
      link,
    ]);

    expect((await decide(t, id, 'cancelled', t.employee)).statusCode).toBe(200);
    expect(await balanceOf(t)).toEqual({ pto_hours: 40, reserved_hours: 0, available_hours: 40 });
    expect((await ledger())[0]).toEqual({
      before_hundredths: 1600,
      after_hundredths: 4000,
      reason: `Cancelled time off 12/08/2026 to 12/10/2026`,
      user_id: t.employee.userId,
    });
    expect((await linkedMessagesTo(t, t.admin))[0]).toEqual([
      `Emil Novotny cancelled ${what}.`,
      link,
    ]);
    const log = await auditOf(t, { target_kind: 'time-off', target_id: String(id) });
    const detail = JSON.stringify({ employee_id: emil, ...daysOff, hours: 24 });
    const label = 'Emil Novotny, 2026-12-08';
    expect(log).toMatchObject(
      ['request', 'approve', 'cancel'].map((name) => ({
        ...{ action: `time-off.${name}`, label, detail },
      })),
    );
  });

  test('an approval is undone within a minute', async () => {
    const id = await requestTimeOff(t);
    await decide(t, id, 'approved');
    const what = 'PTO from 12/08/2026 to 12/10/2026 (24 hours)';
    expect((await linkedMessagesTo(t, t.employee))[0]?.[0]).toBe(`Your ${what} was approved.`);
    expect((await decide(t, id, 'requested', t.employee)).statusCode).toBe(403);
    expect((await decide(t, id, 'requested', t.admin, { version: 1 })).statusCode).toBe(409);
    expect((await decide(t, id, 'requested', t.admin, { version: 2 })).json()).toEqual({
      message: 'Approval undone. The request waits again.',
    });
    expect(await timeOffOf(t)).toMatchObject([
      { status: 'requested', decided_by: null, version: 3 },
    ]);
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
    const late = await decide(t, id, 'requested');
    expect(errorOf(late)).toEqual([
      409,
      'This approval can no longer be undone. Cancel the time off instead.',
    ]);
  });

  test('deciding again is 409 with the current record', async () => {
    const id = await requestTimeOff(t);
    await decide(t, id, 'approved');
    for (const status of ['approved', 'declined']) {
      const response = await decide(t, id, status, second, { reason: 'Too late' });
      expect(response.statusCode).toBe(409);
      expect(response.json()).toMatchObject({
        code: 'version_conflict',
        error: 'This request was already approved.',
        current: { time_off_id: id, status: 'approved', decided_by: 'anna', version: 2 },
      });
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
    const [id, other] = [
      await requestTimeOff(t, { hours: 12 }),
      await requestTimeOff(t, { hours: 12 }),
    ];
    await decide(t, id, 'approved');
    // The last minute of December 7.
    clock = new Date('2026-12-08T05:59:00Z');
    const before = await newPerson(t, 'admin');
    expect(
      (await decide(t, other, 'cancelled', await signedInAgain(t, t.employee))).statusCode,
    ).toBe(200);
    clock = new Date('2026-12-08T06:00:00Z');
    const late = await decide(t, id, 'cancelled', await signedInAgain(t, t.employee));
    expect(errorOf(late)).toEqual([
      409,
      'This time off has already started. Ask the office to change it.',
    ]);
    expect((await decide(t, id, 'cancelled', before)).statusCode).toBe(200);
  });

  test('closing an account cancels what has not begun and gives approved hours back', async () => {
    const leaving = await newPerson(t);
    const employeeId = await employeeOf(t, leaving.userId);
    await setPto(employeeId, 8000);
    const begun = await requestTimeOff(
      t,
      { from_date: '2026-12-01', to_date: '2026-12-02' },
      leaving,
    );
    const declined = await requestTimeOff(t, {}, leaving);
    await decide(t, declined, 'declined', t.admin, { reason: 'No cover.' });
    const approved = await requestTimeOff(t, {}, leaving);
    const waiting = await requestTimeOff(
      t,
      { from_date: '2026-11-30', to_date: '2026-11-30' },
      leaving,
    );
    for (const id of [begun, approved]) await decide(t, id, 'approved');
    const closed = await send(t, 'DELETE', `/api/users/${leaving.userId}`, t.admin);
    expect(closed.statusCode, closed.body).toBe(200);
    const statuses = new Map(
      (await timeOffOf(t, t.admin, `?employee_id=${employeeId}`)).map((row) => [
        row.time_off_id,
        row,
      ]),
    );
    expect(statuses.get(begun)?.status).toBe('approved');
    expect(statuses.get(approved)).toMatchObject({ status: 'cancelled', decided_by: 'anna' });
    expect(statuses.get(declined)?.status).toBe('declined');
    expect(statuses.get(waiting)?.status).toBe('cancelled');
    const [back] = await ledger(employeeId);
    expect(back).toMatchObject({ before_hundredths: 4000, after_hundredths: 6400 });
  });
});
