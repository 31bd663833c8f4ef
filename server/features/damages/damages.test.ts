import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Damage, latestDamageDate } from '#contract/damages.ts';
import { dayAfter, today } from '#contract/dates.ts';
import { startApp, type TestApp, type TestPerson } from '../../../tests/harness/app.ts';
import { onBothDatabases } from '../../../tests/harness/databases.ts';
import { employeeOf } from '../../../tests/harness/employees.ts';

const damage = {
  driver_name: 'Emil Novotny',
  damage_date: '2025-10-06',
  damage_amount: 249.99,
  damage_description: 'Right mirror broken.\r\nOn the ramp.',
};

onBothDatabases('damages', (engine) => {
  let t: TestApp;
  let emil = 0;
  let other: TestPerson;
  let othersId = 0;
  beforeAll(async () => {
    t = await startApp(engine);
    emil = await employeeOf(t, t.employee.userId);
    other = await t.person('berta', 'employee');
    othersId = await employeeOf(t, other.userId, {
      first_name: 'Berta',
      last_name: 'Marker-Berta',
    });
  });
  afterAll(() => t.close());
  beforeEach(() => t.ctx.db.deleteFrom('damages').execute());

  const call = (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    payload?: object,
    headers: Record<string, string> = t.admin.headers,
  ) => t.app.inject({ method, url: `/api/damages${path}`, headers, ...(payload && { payload }) });
  const add = async (more: object = {}): Promise<number> => {
    const answer = await call('POST', '', { ...damage, employee_id: emil, ...more });
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json().damage_id;
  };
  const list = async (query = '', headers: Record<string, string> = t.admin.headers) =>
    (await call('GET', query, undefined, headers)).json() as Damage[];
  const audits = async (id: number) => {
    const rows = await t.ctx.db
      .selectFrom('audit')
      .selectAll()
      .where('target_kind', '=', 'damage')
      .where('target_id', '=', String(id))
      .orderBy('id')
      .execute();
    return rows.map((row) => ({ ...row, detail: JSON.parse(row.detail) }));
  };

  test('creates, updates and deletes a damage, and audits each write without its description', async () => {
    const answer = await call('POST', '', { ...damage, employee_id: emil, damage_id: 4711 });
    const message = 'Damage added successfully.';
    expect(answer.json()).toEqual({ message, damage_id: expect.any(Number) });
    const { damage_id } = answer.json();
    expect(damage_id).not.toBe(4711);
    const stored = {
      ...damage,
      damage_id,
      employee_id: emil,
      employee_name: 'Emil Novotny',
      damage_description: 'Right mirror broken.\nOn the ramp.',
      version: 1,
    };
    expect(await list()).toEqual([stored]);

    const changed = await call('PUT', `/${damage_id}`, { damage_amount: '300.5', version: 1 });
    expect(changed.json()).toEqual({ message: 'Damage updated successfully.' });
    expect(await list()).toEqual([{ ...stored, damage_amount: 300.5, version: 2 }]);
    await call('PUT', `/${damage_id}`, { employee_id: othersId, driver_name: 'Berta' });
    expect(await list()).toMatchObject([
      { employee_id: othersId, employee_name: 'Berta Marker-Berta', damage_amount: 300.5 },
    ]);

    const gone = await call('DELETE', `/${damage_id}`);
    expect(gone.json()).toEqual({ message: 'Damage deleted successfully.' });
    expect(await list()).toEqual([]);
    for (const again of [
      await call('DELETE', `/${damage_id}`),
      await call('PUT', `/${damage_id}`, { damage_amount: 1 }),
    ]) {
      expect(again.statusCode).toBe(404);
    }

    const lines = await audits(damage_id);
    const before = { employee_id: emil, damage_date: '2025-10-06', damage_amount: 249.99 };
    const after = { ...before, damage_amount: 300.5 };
    expect(lines.map(({ action, detail }) => [action, detail])).toEqual([
      ['damage.create', before],
      ['damage.update', { changed: ['damage_amount'], before, after }],
      [
        'damage.update',
        {
          changed: ['employee_id', 'driver_name'],
          before: after,
          after: { ...after, employee_id: othersId },
        },
      ],
      ['damage.delete', { ...after, employee_id: othersId }],
    ]);
    expect(lines.every((line) => line.user_id === t.admin.userId && line.ip !== '')).toBe(true);
    expect(JSON.stringify(lines)).not.toContain('mirror');
  });

  test('returns 400 for a date after tomorrow in the company zone', async () => {
    const late = '2199-05-04';
    const id = await add();
    for (const answer of [
      await call('POST', '', { ...damage, employee_id: emil, damage_date: late }),
      await call('PUT', `/${id}`, { damage_date: late }),
    ]) {
      expect(answer.statusCode, answer.body).toBe(400);
      expect(answer.json().fields).toEqual({
        damage_date: 'Choose a date no later than tomorrow.',
      });
    }
    await add({ damage_date: dayAfter(today()) });
    expect(latestDamageDate()).toBe(dayAfter(today()));
  });

  test.each([
    [0, 0],
    [0.1 + 0.2, 0.3],
    [1.005 * 100, 100.5],
    [8.29, 8.29],
    ['1234567.89', 1_234_567.89],
    [9_999_999.99, 9_999_999.99],
  ])('stores the amount %j as %d', async (damage_amount, stored) => {
    await add({ damage_amount });
    expect(await list()).toMatchObject([{ damage_amount: stored }]);
  });

  test('lists the newest date first, in pages that stay stable while others write', async () => {
    for (const damage_date of ['2025-01-02', '2025-01-04', '2025-01-03', '2025-01-03']) {
      await add({ damage_date });
    }
    const whole = await list();
    expect(whole.map((row) => row.damage_date)).toEqual([
      '2025-01-04',
      '2025-01-03',
      '2025-01-03',
      '2025-01-02',
    ]);
    expect(whole[1]?.damage_id).toBeGreaterThan(whole[2]?.damage_id ?? 0);
    const first = await call('GET', '?limit=2');
    await add({ damage_date: '2025-01-05' });
    const before = String(first.headers['x-next-before']);
    const second = await call('GET', `?limit=2&before=${before}`);
    expect(second.headers['x-next-before']).toBeUndefined();
    expect([...first.json(), ...second.json()]).toEqual(whole);
  });

  test('lists all or one employee’s for admins, and only their own for employees', async () => {
    await add({ driver_name: 'Marker-Emil' });
    await add({ employee_id: othersId, driver_name: 'Marker-Berta' });
    expect(await list()).toHaveLength(2);
    expect(await list('?employee_id=')).toHaveLength(2);
    expect((await list(`?employee_id=${othersId}`)).map((row) => row.driver_name)).toEqual([
      'Marker-Berta',
    ]);
    expect(await list('?employee_id=2147483647')).toEqual([]);
    for (const query of ['', `?employee_id=${othersId}`, `?employeeId=${othersId}`, '?limit=500']) {
      const own = await call('GET', query, undefined, t.employee.headers);
      expect(own.json(), query).toHaveLength(1);
      expect(own.body).toContain('Marker-Emil');
      expect(own.body).not.toContain('Marker-Berta');
    }
    const nobody = await t.person(`carla-${randomUUID()}`, 'employee');
    for (const query of ['', `?employee_id=${emil}`]) {
      expect(await list(query, nobody.headers)).toEqual([]);
    }
  });

  test('calls an employee without names Unknown (X1)', async () => {
    const nameless = await t.person(`dora-${randomUUID()}`, 'employee');
    const employee_id = await employeeOf(t, nameless.userId, { first_name: '', last_name: '' });
    await add({ employee_id });
    expect(await list()).toMatchObject([{ employee_name: 'Unknown' }]);
  });

  const employeeMissing = 'Please select a valid employee.';
  test('returns 400 for an employee that does not exist', async () => {
    const id = await add();
    const none = [undefined, null, '', 0, -1, 1.5, 'x', true, [], {}, 2 ** 31, 2 ** 31 - 1];
    for (const employee_id of none) {
      const answers = [await call('POST', '', { ...damage, employee_id })];
      if (employee_id !== undefined) answers.push(await call('PUT', `/${id}`, { employee_id }));
      for (const answer of answers) {
        expect([answer.statusCode, answer.json()], String(employee_id)).toEqual([
          400,
          {
            code: 'validation_failed',
            error: employeeMissing,
            fields: { employee_id: employeeMissing },
          },
        ]);
      }
    }
    expect(await list()).toMatchObject([{ damage_id: id, employee_id: emil, version: 1 }]);
  });

  test('returns 409 with the current damage when the version is stale; equal values change nothing', async () => {
    const id = await add();
    await call('PUT', `/${id}`, { damage_amount: 5, version: 1 });
    for (const body of [{}, { damage_amount: 5 }, { damage_amount: '5.00', version: 2 }]) {
      expect((await call('PUT', `/${id}`, body)).statusCode).toBe(200);
    }
    const stale = await call('PUT', `/${id}`, { damage_amount: 6, version: 1 });
    expect(stale.statusCode).toBe(409);
    expect(stale.json()).toEqual({
      code: 'version_conflict',
      error: 'Someone else changed this. Review the current version and save again.',
      current: (await list())[0],
    });
    expect(await list()).toMatchObject([{ damage_amount: 5, version: 2 }]);
    expect(await audits(id)).toHaveLength(2);
  });

  test('accepts one of several concurrent updates and returns 409 for the others', async () => {
    const id = await add();
    const amounts = [1, 2, 3, 4];
    const answers = await Promise.all(
      amounts.map((damage_amount) => call('PUT', `/${id}`, { damage_amount, version: 1 })),
    );
    const statuses = answers.map((answer) => answer.statusCode);
    expect(statuses.toSorted()).toEqual([200, ...Array(3).fill(409)]);
    const won = amounts[statuses.indexOf(200)];
    expect(await list()).toMatchObject([{ damage_amount: won, version: 2 }]);
    for (const answer of answers.filter(({ statusCode }) => statusCode === 409)) {
      expect(answer.json().current.damage_amount).toBe(won);
    }
  });

  test('deletes once during concurrent updates', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await add();
      const answers = await Promise.all([
        call('DELETE', `/${id}`),
        call('PUT', `/${id}`, { damage_amount: round }),
        call('DELETE', `/${id}`),
        call('PUT', `/${id}`, { driver_name: 'Late' }),
      ]);
      for (const { statusCode } of answers) expect([200, 404]).toContain(statusCode);
      const deletes = [answers[0].statusCode, answers[2].statusCode];
      expect(deletes.toSorted()).toEqual([200, 404]);
    }
    expect(await list()).toEqual([]);
  });
});
