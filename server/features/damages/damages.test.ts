import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type Damage, latestDamageDate } from '#contract/damages.ts';
import { send } from '#tests/fixtures/requests.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { employeeOf } from '#tests/harness/employees.ts';
import { auditsOf, jsonOf, read } from '#tests/records/stored.ts';

const damage = {
  driver_name: 'Emil Novotny',
  damage_date: '2025-10-06',
  // As a binary fraction it is less than 829 cents.
  damage_amount: 8.29,
  damage_description: 'Right mirror broken.\r\nOn the ramp.',
};

onBothWhenFull('damages', (engine) => {
  const t = suiteApp(engine);
  let emil = 0;
  let othersId = 0;
  beforeAll(async () => {
    emil = await employeeOf(t, t.employee.userId);
    const other = await t.person('berta', 'employee');
    othersId = await employeeOf(t, other.userId, { first_name: '', last_name: '' });
  });
  beforeEach(() => t.ctx.db.deleteFrom('damages').execute());

  const call = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    send(t, method, `/api/damages${path}`, t.admin, body);
  const add = async (more: object = {}): Promise<number> =>
    (await jsonOf(call('POST', '', { ...damage, employee_id: emil, ...more }))).damage_id;
  const list = (query = '', by = t.admin): Promise<Damage[]> => read(t, `/api/damages${query}`, by);
  const audits = (id: number) => auditsOf(t, 'damage', id);

  test('creates, updates and deletes a damage, and audits it without its description (X1)', async () => {
    const response = await call('POST', '', { ...damage, employee_id: emil });
    const message = 'Damage added successfully.';
    expect(response.json()).toEqual({ message, damage_id: expect.any(Number) });
    const { damage_id } = response.json();
    const stored = {
      ...{ ...damage, damage_id, employee_id: emil, employee_name: 'Emil Novotny', version: 1 },
      damage_description: 'Right mirror broken.\nOn the ramp.',
    };
    expect(await list()).toEqual([stored]);

    const updated = await call('PUT', `/${damage_id}`, { damage_amount: '300.5', version: 1 });
    expect(updated.json()).toEqual({ message: 'Damage updated successfully.' });
    expect(await list()).toEqual([{ ...stored, damage_amount: 300.5, version: 2 }]);
    await call('PUT', `/${damage_id}`, { employee_id: othersId, driver_name: 'Berta' });
    expect(await list()).toMatchObject([
      { employee_id: othersId, employee_name: 'Unknown', damage_amount: 300.5 },
    ]);

    const gone = await call('DELETE', `/${damage_id}`);
    expect(gone.json()).toEqual({ message: 'Damage deleted successfully.' });
    expect(await list()).toEqual([]);

    const lines = await audits(damage_id);
    const before = { employee_id: emil, damage_date: '2025-10-06', damage_amount: 8.29 };
    const after = { ...before, damage_amount: 300.5 };
    const moved = { ...after, employee_id: othersId };
    const changed = ['employee_id', 'driver_name'];
    const amounts = { before: { damage_amount: 8.29 }, after: { damage_amount: 300.5 } };
    const people = { before: { employee_id: emil }, after: { employee_id: othersId } };
    expect(lines.map(({ action, detail }) => [action, detail])).toEqual([
      ['damage.create', before],
      ['damage.update', { changed: ['damage_amount'], ...amounts }],
      ['damage.update', { changed, ...people }],
      ['damage.delete', moved],
    ]);
    expect(JSON.stringify(lines)).not.toContain('mirror');
  });

  test('lists the newest date first', async () => {
    for (const damage_date of ['2025-01-02', '2025-01-04', '2025-01-03', '2025-01-03']) {
      await add({ damage_date });
    }
    const whole = await list();
    const days = whole.map((row) => row.damage_date.slice(-2));
    expect(days).toEqual(['04', '03', '03', '02']);
    expect(whole[1]?.damage_id).toBeGreaterThan(whole[2]?.damage_id ?? 0);
  });

  test('lists all or one employee’s for admins, and only their own for employees (SEC4)', async () => {
    await add({ driver_name: 'Marker-Emil' });
    await add({ employee_id: othersId, driver_name: 'Marker-Berta' });
    expect(await list()).toHaveLength(2);
    const ofBerta = await list(`?employee_id=${othersId}`);
    expect(ofBerta.map((row) => row.driver_name)).toEqual(['Marker-Berta']);
    for (const query of ['', `?employee_id=${othersId}`, `?employeeId=${othersId}`, '?limit=500']) {
      const own = await list(query, t.employee);
      expect(own.map((row) => row.driver_name)).toEqual(['Marker-Emil']);
    }
    const unlinked = await t.person('carla', 'employee');
    expect(await list(`?employee_id=${emil}`, unlinked)).toEqual([]);
  });

  test.each([
    ['employee_id', 2_000_000, 'Please select a valid employee.'],
    ['damage_date', '2199-05-04', 'Choose a date no later than tomorrow.'],
  ])('returns 400 for the %s %j', async (name, value, message) => {
    const id = await add({ damage_date: latestDamageDate() });
    for (const response of [
      await call('POST', '', { ...damage, employee_id: emil, [name]: value }),
      await call('PUT', `/${id}`, { [name]: value }),
    ]) {
      expect([response.statusCode, response.json().fields]).toEqual([400, { [name]: message }]);
    }
  });

  test('equal values change nothing', async () => {
    const id = await add({ damage_amount: 5 });
    for (const body of [{}, { damage_amount: 5 }, { damage_amount: '5.00', version: 1 }]) {
      expect((await call('PUT', `/${id}`, body)).statusCode).toBe(200);
    }
    expect(await list()).toMatchObject([{ damage_amount: 5, version: 1 }]);
    expect(await audits(id)).toHaveLength(1);
  });
});
