import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { timeOff as messages } from '#contract/messages/time-off.ts';
import type { TimeOff } from '#contract/time-off.ts';
import { startApp, type TestApp, type TestPerson } from '../../../tests/harness/app.ts';
import { onBothDatabases } from '../../../tests/harness/databases.ts';
import { employeeOf } from '../../../tests/harness/employees.ts';
import { writeTransaction } from '../../platform/writes.ts';
import { setHours } from '../hours/hours.service.ts';

/** Tuesday to Thursday. */
const days = { from_date: '2026-12-08', to_date: '2026-12-10' };

onBothDatabases('time off', (engine) => {
  let t: TestApp;
  let emil = 0;
  let berta: TestPerson;
  let bertasId = 0;
  let second: TestPerson;
  // Tuesday, 9:00 in Joliet.
  let lastEntry = 0;
  const opened = new Date('2026-12-01T15:00:00Z');
  let clock = opened;
  beforeAll(async () => {
    t = await startApp(engine, { now: () => clock });
    emil = await employeeOf(t, t.employee.userId);
    berta = await t.person('berta', 'employee');
    bertasId = await employeeOf(t, berta.userId, { first_name: 'Berta', last_name: 'Wolf' });
    second = await t.person('second', 'admin');
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    clock = opened;
    await t.ctx.db.deleteFrom('time_off').execute();
    await t.ctx.db.deleteFrom('notification_recipients').execute();
    for (const employee of [emil, bertasId]) await setPto(employee, 4000);
    const newest = t.ctx.db.selectFrom('hours_ledger').select((eb) => eb.fn.max('id').as('id'));
    lastEntry = (await newest.executeTakeFirst())?.id ?? 0;
  });

  const setPto = (employeeId: number, pto: number) =>
    writeTransaction(t.ctx, { userId: t.admin.userId, ip: '' }, (write) =>
      setHours(
        t.ctx,
        write,
        { userId: t.admin.userId, ip: '' },
        {
          ...{ employeeId, changes: { pto }, reason: '', isOpening: true },
        },
      ),
    );
  const call = (
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    who: TestPerson,
    payload?: object,
    more = {},
  ) =>
    t.app.inject({
      method,
      url: `/api/time-off${path}`,
      headers: { ...who.headers, ...more },
      ...(payload && { payload }),
    });
  const request = async (more: object = {}, who: TestPerson = t.employee): Promise<number> => {
    const response = await call('POST', '', who, { kind: 'pto', ...days, ...more });
    expect(response.statusCode, response.body).toBe(201);
    return response.json().time_off_id;
  };
  const decide = (id: number, status: string, who: TestPerson = t.admin, more: object = {}) =>
    call('PUT', `/${id}`, who, { status, ...more });
  const list = async (who: TestPerson = t.admin, query = '') =>
    (await call('GET', query, who)).json() as TimeOff[];
  const balance = async (who: TestPerson = t.employee, query = '') =>
    (await call('GET', `/balance${query}`, who)).json();
  const ledger = (employeeId = emil) =>
    t.ctx.db
      .selectFrom('hours_ledger')
      .select(['before_hundredths', 'after_hundredths', 'reason', 'user_id'])
      .where('employee_id', '=', employeeId)
      .where('id', '>', lastEntry)
      .where('kind', '=', 'pto')
      .orderBy('id', 'desc')
      .execute();
  const notices = async (who: TestPerson) => {
    const response = await t.app.inject({ url: '/api/notifications', headers: who.headers });
    const rows = response.json().notifications as { message: string; link?: string }[];
    return rows.map(({ message, link }) => [message, link]);
  };

  test('a request reserves hours, its approval takes them, and its cancellation gives them back', async () => {
    const response = await call('POST', '', t.employee, {
      kind: 'pto',
      ...days,
      note: ' Trip\r\n',
    });
    expect([response.statusCode, response.json()]).toEqual([
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
      ...days,
      hours: 24,
      note: ' Trip\n',
      status: 'requested',
      reason: '',
      decided_by: null,
      created_at: opened.toISOString(),
      version: 1,
    };
    expect(await list()).toEqual([row]);
    expect(await balance()).toEqual({ pto_hours: 40, reserved_hours: 24, available_hours: 16 });
    const what = 'PTO from 12/08/2026 to 12/10/2026 (24 hours)';
    const link = `/time-off?request=${id}`;
    expect(await notices(t.admin)).toEqual([[`Emil Novotny requests ${what}.`, link]]);

    const employeeVersion = () =>
      t.ctx.db
        .selectFrom('employees')
        .select('version')
        .where('employee_id', '=', emil)
        .executeTakeFirstOrThrow();
    const { version } = await employeeVersion();
    expect((await decide(id, 'approved', t.admin, { version: 1 })).json()).toEqual({
      message: 'Time off approved.',
    });
    expect(await employeeVersion()).toEqual({ version: version + 1 });
    expect(await list(t.employee)).toEqual([
      { ...row, status: 'approved', decided_by: 'anna', version: 2 },
    ]);
    expect(await balance()).toEqual({ pto_hours: 16, reserved_hours: 0, available_hours: 16 });
    const reason = 'Time off 12/08/2026 to 12/10/2026';
    const taken = { before_hundredths: 4000, after_hundredths: 1600, reason };
    expect(await ledger()).toEqual([{ ...taken, user_id: t.admin.userId }]);
    expect(await notices(t.employee)).toEqual([[`Your ${what} was approved.`, link]]);
    expect((await notices(second))[0]).toEqual([`anna approved Emil Novotny's ${what}.`, link]);

    expect((await decide(id, 'cancelled', t.employee)).statusCode).toBe(200);
    expect(await balance()).toEqual({ pto_hours: 40, reserved_hours: 0, available_hours: 40 });
    expect((await ledger())[0]).toEqual({
      before_hundredths: 1600,
      after_hundredths: 4000,
      reason: `Cancelled time off 12/08/2026 to 12/10/2026`,
      user_id: t.employee.userId,
    });
    expect((await notices(t.admin))[0]).toEqual([`Emil Novotny cancelled ${what}.`, link]);
    const log = await t.ctx.db
      .selectFrom('audit')
      .select(['action', 'label', 'detail'])
      .where('target_kind', '=', 'time-off')
      .where('target_id', '=', String(id))
      .orderBy('id')
      .execute();
    const detail = JSON.stringify({ employee_id: emil, ...days, hours: 24 });
    const label = 'Emil Novotny, 2026-12-08';
    expect(log).toEqual(
      ['request', 'approve', 'cancel'].map((name) => ({
        ...{ action: `time-off.${name}`, label, detail },
      })),
    );
  });

  test('only kinds that take PTO reserve and take hours', async () => {
    const id = await request({ kind: 'jury_duty' });
    expect(await balance()).toEqual({ pto_hours: 40, reserved_hours: 0, available_hours: 40 });
    await decide(id, 'approved');
    await decide(id, 'cancelled');
    expect(await ledger()).toEqual([]);
  });

  test('requests beyond the balance are stored; approving them asks for hours first', async () => {
    const week = { from_date: '2026-12-07', to_date: '2026-12-14' };
    const id = await request({ ...week, hours: 40.25 });
    expect(await balance()).toEqual({
      ...{ pto_hours: 40, reserved_hours: 40.25, available_hours: -0.25 },
    });
    const refused = await decide(id, 'approved');
    expect([refused.statusCode, refused.json().error]).toEqual([
      409,
      'Emil Novotny has 40 hours of PTO, and this takes 40.25. Raise the balance in the PTO Tracker first, or decline.',
    ]);
    expect(await list()).toMatchObject([{ status: 'requested', version: 1 }]);
    await setPto(emil, 4025);
    expect((await decide(id, 'approved')).statusCode).toBe(200);
    expect(await balance()).toMatchObject({ pto_hours: 0, available_hours: 0 });
  });

  test('at most a working day of a person is off on a date', async () => {
    const day = (date: string, hours: number | null, more = {}) =>
      call('POST', '', t.employee, { kind: 'pto', from_date: date, to_date: date, hours, ...more });
    const whole = await request({ from_date: '2026-12-08', to_date: '2026-12-08' });
    const half = await day('2026-12-08', 4, { kind: 'unpaid' });
    expect([half.statusCode, half.json().error]).toEqual([
      409,
      'You already have 8 hours off: 12/08/2026, requested. A day has 8 hours, so choose other days or fewer hours.',
    ]);
    expect(half.json().current).toMatchObject({ time_off_id: whole, status: 'requested' });
    await decide(whole, 'approved');
    const week = { from_date: '2026-12-07', to_date: '2026-12-11' };
    expect((await call('POST', '', t.employee, { kind: 'pto', ...week })).statusCode).toBe(409);
    // Both halves of a day, and the same day of someone else.
    for (const hours of [4, 4]) expect((await day('2026-12-09', hours)).statusCode).toBe(201);
    expect((await day('2026-12-09', 0.25)).statusCode).toBe(409);
    expect((await call('POST', '', berta, { kind: 'pto', ...week })).statusCode).toBe(201);
    // What is over frees the day.
    await decide(whole, 'cancelled');
    expect((await day('2026-12-08', null)).statusCode).toBe(201);
    for (const hours of [8.01, 12, 24]) {
      const response = await day('2026-12-10', hours);
      expect([response.statusCode, response.json().error]).toEqual([400, 'Enter 0.25 to 8 hours.']);
    }
  });

  test('of two whole days of one date one is stored, and of two older ones one is approved', async () => {
    const both = await Promise.all(
      [1, 2].map(() => call('POST', '', t.employee, { kind: 'pto', ...days })),
    );
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
    // As stored before there was a limit.
    const [{ time_off_id: first = 0, ...row } = { time_off_id: 0 }] = await t.ctx.db
      .selectFrom('time_off')
      .selectAll()
      .execute();
    await t.ctx.db
      .insertInto('time_off')
      .values(row as never)
      .execute();
    const ids = (await list()).map(({ time_off_id }) => time_off_id);
    expect(ids).toHaveLength(2);
    const decided = await Promise.all(
      ids.map((id, at) => decide(id, 'approved', at ? second : t.admin)),
    );
    expect(decided.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const refused = decided.find(({ statusCode }) => statusCode === 409);
    expect(refused?.json().error).toMatch(/^Emil Novotny already has 24 hours off: .*, approved\./);
    expect(await balance()).toMatchObject({ pto_hours: 16 });
    expect(ids).toContain(first);
  });

  test('an approval is undone within a minute', async () => {
    const id = await request();
    await decide(id, 'approved');
    const what = 'PTO from 12/08/2026 to 12/10/2026 (24 hours)';
    expect((await notices(t.employee))[0]?.[0]).toBe(`Your ${what} was approved.`);
    expect((await decide(id, 'requested', t.employee)).statusCode).toBe(403);
    expect((await decide(id, 'requested', t.admin, { version: 1 })).statusCode).toBe(409);
    expect((await decide(id, 'requested', t.admin, { version: 2 })).json()).toEqual({
      message: 'Approval undone. The request waits again.',
    });
    expect(await list()).toMatchObject([{ status: 'requested', decided_by: null, version: 3 }]);
    expect(await balance()).toEqual({ pto_hours: 40, reserved_hours: 24, available_hours: 16 });
    expect((await ledger())[0]).toMatchObject({
      ...{ before_hundredths: 1600, after_hundredths: 4000 },
      reason: 'Undone: time off 12/08/2026 to 12/10/2026',
    });
    expect((await notices(t.employee)).map(([message]) => message)).toEqual([
      `The office took back its approval of your ${what}. It will decide again.`,
    ]);
    await decide(id, 'approved');
    clock = new Date(opened.getTime() + 61_000);
    const late = await decide(id, 'requested');
    expect([late.statusCode, late.json().error]).toEqual([
      409,
      'This approval can no longer be undone. Cancel the time off instead.',
    ]);
  });

  test('an admin records time off for an employee, who is notified', async () => {
    const record = (more: object, who = t.admin) =>
      call('POST', '', who, { kind: 'pto', ...days, employee_id: bertasId, ...more });
    expect((await record({}, t.employee)).statusCode).toBe(403);
    expect((await record({ employee_id: 99_999 })).json().fields).toEqual({
      employee_id: 'Choose an employee with an open account.',
    });
    const recorded = await record({});
    expect([recorded.statusCode, recorded.json()]).toEqual([
      201,
      { message: 'Time off recorded.', time_off_id: expect.any(Number), hours: 24 },
    ]);
    const [row] = await list(berta);
    expect(row).toMatchObject({ employee_id: bertasId, status: 'approved', decided_by: 'anna' });
    expect(await notices(berta)).toEqual([
      [
        'The office recorded your PTO from 12/08/2026 to 12/10/2026 (24 hours).',
        `/time-off?request=${row?.time_off_id}`,
      ],
    ]);
    expect(await balance(berta)).toMatchObject({ pto_hours: 16 });
    const again = await record({ kind: 'jury_duty' });
    expect([again.statusCode, again.json().error]).toEqual([
      409,
      'Berta Wolf already has 24 hours off: 12/08/2026 to 12/10/2026, approved. A day has 8 hours, so choose other days or fewer hours.',
    ]);
    // The balance is too low: the office decides as on a request.
    const next = await record({ from_date: '2026-12-14', to_date: '2026-12-16' });
    expect([next.statusCode, next.json().message]).toEqual([
      201,
      'Time off recorded as a request to decide: Berta Wolf has 16 hours of PTO, and this takes 24.',
    ]);
    expect((await list(berta))[0]).toMatchObject({ status: 'requested' });
    // Employees may name themselves.
    expect((await record({ employee_id: emil }, t.employee)).statusCode).toBe(201);
  });

  test('declining needs a reason, which the employee reads', async () => {
    const id = await request();
    for (const reason of [undefined, '', ' \n']) {
      const response = await decide(id, 'declined', t.admin, { reason });
      expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, ['reason']]);
    }
    expect((await decide(id, 'declined', t.admin, { reason: 'No cover.' })).statusCode).toBe(200);
    expect(await list(t.employee)).toMatchObject([{ status: 'declined', reason: 'No cover.' }]);
    expect(await balance()).toMatchObject({ pto_hours: 40, reserved_hours: 0 });
    expect((await notices(t.employee))[0]?.[0]).toMatch(/was declined\. No cover\.$/);
  });

  test('deciding again is 409 with the current record', async () => {
    const id = await request();
    await decide(id, 'approved');
    for (const status of ['approved', 'declined']) {
      const response = await decide(id, status, second, { reason: 'Too late' });
      expect(response.statusCode).toBe(409);
      expect(response.json()).toMatchObject({
        code: 'version_conflict',
        error: 'This request was already approved.',
        current: { time_off_id: id, status: 'approved', decided_by: 'anna', version: 2 },
      });
    }
    const stale = await decide(id, 'cancelled', second, { version: 1 });
    expect([stale.statusCode, stale.json().current.version]).toEqual([409, 2]);
    await decide(id, 'cancelled');
    expect((await decide(id, 'cancelled', t.employee)).statusCode).toBe(409);
    expect(await ledger()).toHaveLength(2);
  });

  test('a cancellation is repeated without effect, as by a phone that lost the reply', async () => {
    const id = await request();
    await decide(id, 'approved');
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const response = await decide(id, 'cancelled', t.employee);
      expect([response.statusCode, response.json()]).toEqual([
        200,
        { message: messages.updated.cancelled },
      ]);
    }
    expect(await ledger()).toHaveLength(2);
    expect((await list())[0]).toMatchObject({ status: 'cancelled', version: 3 });
  });

  test('of two admins who decide at once one wins, and hours are taken once', async () => {
    for (let round = 0; round < 5; round += 1) {
      await setPto(emil, 4000);
      await t.ctx.db.deleteFrom('time_off').execute();
      const id = await request();
      const responses = await Promise.all([
        decide(id, 'approved', t.admin),
        decide(id, 'declined', second, { reason: 'No cover.' }),
        decide(id, 'approved', second),
        decide(id, 'declined', t.admin, { reason: 'No cover.' }),
      ]);
      const statuses = responses.map(({ statusCode }) => statusCode);
      expect(statuses.toSorted()).toEqual([200, 409, 409, 409]);
      const [stored] = await list();
      const won = statuses.indexOf(200) % 2 === 0 ? 'approved' : 'declined';
      expect(stored).toMatchObject({ time_off_id: id, status: won, version: 2 });
      expect((await balance()).pto_hours).toBe(won === 'approved' ? 16 : 40);
    }
  });

  test('the owner cancels until the first day begins in Joliet, an admin also afterwards', async () => {
    const [id, other] = [await request({ hours: 12 }), await request({ hours: 12 })];
    await decide(id, 'approved');
    // The last minute of December 7.
    clock = new Date('2026-12-08T05:59:00Z');
    const before = await t.person(`e${randomUUID()}`, 'admin');
    expect((await decide(other, 'cancelled', await signedIn(t.employee))).statusCode).toBe(200);
    clock = new Date('2026-12-08T06:00:00Z');
    const late = await decide(id, 'cancelled', await signedIn(t.employee));
    expect([late.statusCode, late.json().error]).toEqual([
      409,
      'This time off has already started. Ask the office to change it.',
    ]);
    expect((await decide(id, 'cancelled', before)).statusCode).toBe(200);
  });

  async function signedIn({ username, password, ...person }: TestPerson): Promise<TestPerson> {
    const payload = { username, password };
    const { token } = (await t.app.inject({ method: 'POST', url: '/api/login', payload })).json();
    const headers = { authorization: `Bearer ${token}` };
    return { ...person, username, password, token, headers };
  }

  test('employees see and cancel their own only, and decide nothing (SEC4)', async () => {
    const own = await request();
    const others = await request({ note: 'Marker' }, berta);
    for (const query of ['', `?employee_id=${bertasId}`, '?status=requested', '?limit=10']) {
      const rows = await list(t.employee, query);
      expect(rows.map(({ time_off_id }) => time_off_id)).toEqual([own]);
    }
    expect((await list(t.admin, `?employee_id=${bertasId}`)).map((row) => row.note)).toEqual([
      'Marker',
    ]);
    for (const status of ['approved', 'declined', 'cancelled']) {
      const response = await decide(others, status, t.employee, { reason: 'x' });
      expect(response.statusCode, status).toBe(404);
    }
    expect((await call('GET', `/${others}`, t.employee)).statusCode).toBe(404);
    for (const status of ['approved', 'declined']) {
      const response = await decide(own, status, t.employee, { reason: 'x' });
      expect([response.statusCode, response.json().code]).toEqual([403, 'forbidden']);
    }
    const asked = await balance(t.employee, `?employee_id=${bertasId}`);
    expect(asked).toEqual(await balance());
    expect(await balance(t.admin, `?employee_id=${bertasId}`)).toMatchObject({
      reserved_hours: 24,
    });
    expect((await call('GET', '/balance?employee_id=999999', t.admin)).statusCode).toBe(404);
  });

  test('names who else of the department is away, to admins only', async () => {
    const id = await request();
    const away = await request({ from_date: '2026-12-10', to_date: '2026-12-11' }, berta);
    await request({ from_date: '2026-12-14', to_date: '2026-12-14' }, berta);
    const declined = await request({ to_date: '2026-12-09' }, berta);
    await decide(declined, 'declined', t.admin, { reason: 'No' });
    const elsewhere = await t.person(`s${randomUUID()}`, 'employee');
    await employeeOf(t, elsewhere.userId);
    await t.ctx.db
      .updateTable('employees')
      .set({ department: 'Shop' })
      .where('user_id', '=', elsewhere.userId)
      .execute();
    await request({}, elsewhere);
    const full = (await call('GET', `/${id}`, t.admin)).json();
    expect(full.also_away.map((row: TimeOff) => [row.employee_name, row.time_off_id])).toEqual([
      ['Berta Wolf', away],
    ]);
    expect(full.balance).toEqual({ pto_hours: 40, reserved_hours: 24, available_hours: 16 });
    const own = (await call('GET', `/${id}`, t.employee)).json();
    expect([own.balance, own.also_away]).toEqual([null, []]);
  });

  test('filters by days and status, and pages while others write', async () => {
    const first = await request({ from_date: '2026-12-03', to_date: '2026-12-04' });
    const second = await request({ from_date: '2026-12-07', to_date: '2026-12-31' }, berta);
    const third = await request({ from_date: '2027-06-01', to_date: '2027-12-31', hours: 8 });
    const ids = async (query: string) =>
      (await list(t.admin, query)).map(({ time_off_id }) => time_off_id);
    expect(await ids('')).toEqual([third, second, first]);
    expect(await ids('?from=2026-12-04&to=2026-12-06')).toEqual([first]);
    expect(await ids('?from=2026-12-31&to=2026-12-31')).toEqual([second]);
    expect(await ids('?from=2027-12-31')).toEqual([third]);
    expect(await ids('?to=2026-12-03')).toEqual([first]);
    await decide(third, 'approved');
    expect(await ids('?status=approved')).toEqual([third]);
    expect(await ids('?status=requested')).toEqual([second, first]);
    const page = await call('GET', '?limit=2', t.admin);
    await request();
    const next = await call('GET', `?limit=2&before=${page.headers['x-next-before']}`, t.admin);
    const paged = [...page.json(), ...next.json()].map((row: TimeOff) => row.time_off_id);
    expect([paged, next.headers['x-next-before']]).toEqual([[third, second, first], undefined]);
    expect((await call('GET', '?status=lost', t.admin)).statusCode).toBe(400);
    expect((await call('GET', '?from=2026-02-30', t.admin)).statusCode).toBe(400);
  });

  test('refuses impossible periods and kinds, and callers without an employee record', async () => {
    const wrong: [object, string][] = [
      [{ from_date: '2026-12-10', to_date: '2026-12-08' }, 'to_date'],
      [{ from_date: '2026-12-12', to_date: '2026-12-13' }, 'from_date'],
      [{ from_date: '2026-12-12', to_date: '2026-12-13', hours: 4 }, 'from_date'],
      [{ to_date: '2027-12-08' }, 'to_date'],
      [{ from_date: '2026-10-30' }, 'from_date'],
      [{ hours: 24.01 }, 'hours'],
      [{ hours: 0 }, 'hours'],
      [{ hours: 1.255 }, 'hours'],
      [{ kind: 'sabbatical' }, 'kind'],
      [{ kind: '' }, 'kind'],
    ];
    for (const [more, name] of wrong) {
      const response = await call('POST', '', t.employee, { kind: 'pto', ...days, ...more });
      expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, [name]]);
    }
    const unlinked = await call('POST', '', second, { kind: 'pto', ...days });
    expect([unlinked.statusCode, unlinked.json().error]).toEqual([
      400,
      'Your account has no employee record. Ask the office to add one.',
    ]);
    expect(await list()).toEqual([]);
  });

  test('stores a repeated request once', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const body = { kind: 'pto', ...days };
    const [first, again] = [
      await call('POST', '', t.employee, body, key),
      await call('POST', '', t.employee, body, key),
    ];
    expect([again.statusCode, again.json()]).toEqual([201, first.json()]);
    expect(await list()).toHaveLength(1);
    expect(await notices(t.admin)).toHaveLength(1);
  });

  test('closing an account cancels what has not begun and gives approved hours back', async () => {
    const leaving = await t.person(`l${randomUUID()}`, 'employee');
    const employeeId = await employeeOf(t, leaving.userId);
    await setPto(employeeId, 8000);
    const begun = await request({ from_date: '2026-12-01', to_date: '2026-12-02' }, leaving);
    const declined = await request({}, leaving);
    await decide(declined, 'declined', t.admin, { reason: 'No cover.' });
    const approved = await request({}, leaving);
    const waiting = await request({ from_date: '2026-11-30', to_date: '2026-11-30' }, leaving);
    for (const id of [begun, approved]) await decide(id, 'approved');
    const url = `/api/users/${leaving.userId}`;
    const closed = await t.app.inject({ method: 'DELETE', url, headers: t.admin.headers });
    expect(closed.statusCode, closed.body).toBe(200);
    const statuses = new Map(
      (await list(t.admin, `?employee_id=${employeeId}`)).map((row) => [row.time_off_id, row]),
    );
    expect(statuses.get(begun)?.status).toBe('approved');
    expect(statuses.get(approved)).toMatchObject({ status: 'cancelled', decided_by: 'anna' });
    expect(statuses.get(declined)?.status).toBe('declined');
    expect(statuses.get(waiting)?.status).toBe('cancelled');
    const [back] = await ledger(employeeId);
    expect(back).toMatchObject({ before_hundredths: 4000, after_hundredths: 6400 });
  });
});
