import { expect, test } from 'vitest';
import { field } from '#contract/messages/general.ts';
import type { Employee } from '#contract/users.ts';
import { send } from '#tests/fixtures/requests.ts';
import { createId } from '#tests/fixtures/valid-requests.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { auditsOf, read, rowsOf } from '#tests/records/stored.ts';

onBothWhenFull('employees', (engine) => {
  const t = suiteApp(engine);

  const call = (method: 'POST' | 'PUT', url: string, body: object) =>
    send(t, method, url, t.admin, body);
  const makeUser = () => createId(t, 'createUser');
  const make = async (fields: object = {}): Promise<number> =>
    (await call('POST', '/api/employees', { user_id: await makeUser(), ...fields })).json()
      .employee_id;
  const employee = async (id: number): Promise<Employee | undefined> =>
    (await read(t, '/api/employees')).find((row: Employee) => row.employee_id === id);
  const ledger = (employee_id: number) => rowsOf(t, 'hours_ledger', { employee_id }, 'id');

  test('creates one employee per user, whose hours open the ledger', async () => {
    const user_id = await makeUser();
    const payload = {
      ...{ user_id, first_name: 'Rosa', last_name: 'Núñez', department: 'Operations' },
      ...{ position: 'Car Haul Driver', hire_date: '2024-02-29', payroll_number: 'KT-0417' },
      ...{ pto_hours: 80.5, work_hours: '1200' },
    };
    const { message, employee_id } = (await call('POST', '/api/employees', payload)).json();
    expect(message).toBe('Employee added successfully.');
    expect(await employee(employee_id)).toEqual({
      ...{ ...payload, employee_id, work_hours: 1200, version: 1 },
    });
    expect(await ledger(employee_id)).toMatchObject([
      { kind: 'pto', before_hundredths: 0, after_hundredths: 8050, user_id: t.admin.userId },
      { kind: 'work', before_hundredths: 0, after_hundredths: 120_000 },
    ]);
    const again = await call('POST', '/api/employees', payload);
    const error = 'This user already has an employee record.';
    expect([again.statusCode, again.json().fields]).toEqual([409, { user_id: error }]);
  });

  test('returns an employee their own record, 404 until linked', async () => {
    const own = () => send(t, 'GET', '/api/employees/me', t.employee);
    const none = await own();
    const error = 'Your account has no employee record yet. Ask the office to add one.';
    expect([none.statusCode, none.json()]).toEqual([404, { code: 'not_found', error }]);
    await make({ first_name: 'Somebody' });
    await call('POST', '/api/employees', { user_id: t.employee.userId, first_name: 'Emil' });
    expect((await own()).json()).toMatchObject({
      ...{ user_id: t.employee.userId, first_name: 'Emil', last_name: '', hire_date: null },
      ...{ payroll_number: '', pto_hours: 0 },
    });
  });

  test('never empties a name', async () => {
    const id = await make({ first_name: 'Rosa', last_name: 'Lind' });
    const invisible = await call('PUT', `/api/employees/${id}`, { first_name: '\u200b\u00ad' });
    expect([invisible.statusCode, invisible.json().fields]).toEqual([
      400,
      { first_name: field.required },
    ]);
    const blank = await call('PUT', `/api/employees/${id}`, { first_name: '', last_name: null });
    expect(blank.statusCode).toBe(200);
    expect(await employee(id)).toMatchObject({ first_name: 'Rosa', last_name: 'Lind' });
  });

  test('moves several employees to a department, or none of them', async () => {
    const ids = [
      await make({ first_name: 'Ana', department: 'Shop' }),
      await make({ first_name: 'Bo', department: 'Shop' }),
      await make({ first_name: 'Cy', department: 'Operations' }),
    ];
    const move = (department: string, versions: readonly unknown[]) =>
      call('PUT', '/api/employees/department', {
        department,
        employees: versions.map((version, index) => ({ employee_id: ids[index], version })),
      });
    const stored = async () => {
      const rows = await Promise.all(ids.slice(0, 3).map(employee));
      return rows.map((row) => [row?.department, row?.version]);
    };
    const moved = await move(' Operations ', [1, 1, 1]);
    expect(moved.json()).toEqual({ message: '3 people are in Operations.' });
    // Who was there already is as before.
    expect(await stored()).toEqual([
      ['Operations', 2],
      ['Operations', 2],
      ['Operations', 1],
    ]);
    const log = await auditsOf(t, 'employee', ids[0] ?? 0);
    expect(log.at(-1)).toEqual({
      ...{ action: 'employee.update', user_id: t.admin.userId },
      detail: { department: { before: 'Shop', after: 'Operations' } },
    });
    // A repeated call with the same versions changes nothing and succeeds.
    expect((await move('Operations', [1, 1, 1])).statusCode).toBe(200);

    const before = await stored();
    const stale = await move('Yard', [1, 2, 1]);
    expect(stale.statusCode).toBe(409);
    expect(stale.json().error).toMatch(/^Someone else changed Ana\. Nobody was moved/);
    expect(await stored()).toEqual(before);
    ids.push(2_147_483_647);
    const unknown = await move('Yard', [null, null, null, null]);
    expect([unknown.statusCode, Object.keys(unknown.json().fields)]).toEqual([400, ['employees']]);
    expect(await stored()).toEqual(before);
  });

  test('changes the keys that are sent; equal values write nothing', async () => {
    const id = await make({ first_name: 'Rosa', last_name: 'Núñez', hire_date: '2020-01-02' });
    const put = (payload: object) => call('PUT', `/api/employees/${id}`, payload);
    const response = await put({ position: 'Dispatcher', pto_hours: 8, reason: 'Carried over' });
    expect(response.json()).toEqual({ message: 'Employee updated successfully.' });
    const changed = await employee(id);
    expect(changed).toMatchObject({
      ...{ first_name: 'Rosa', hire_date: '2020-01-02', position: 'Dispatcher' },
      ...{ pto_hours: 8, version: 2 },
    });
    const logged = () => auditsOf(t, 'employee', id);
    const log = await logged();
    const actions = ['employee.create', 'employee.update', 'hours.update'];
    expect(log.map(({ action }) => action)).toEqual(actions);
    expect(log[1]?.detail).toEqual({ position: { before: '', after: 'Dispatcher' } });
    expect(await ledger(id)).toMatchObject([{ reason: 'Carried over', after_hundredths: 800 }]);
    for (const same of [{}, { position: ' Dispatcher ', pto_hours: '8.00', work_hours: 0 }]) {
      expect((await put(same)).statusCode).toBe(200);
    }
    expect(await employee(id)).toEqual(changed);
    expect(await logged()).toEqual(log);
    await put({ hire_date: '' });
    expect((await employee(id))?.hire_date).toBeNull();
  });
});
