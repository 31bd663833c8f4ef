import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { LedgerEntry } from '#contract/hours.ts';
import { send } from '#tests/fixtures/requests.ts';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { onBothDatabases } from '#tests/harness/databases.ts';
import { employeeOf } from '#tests/harness/employees.ts';
import { auditsOf, jsonOf } from '#tests/records/stored.ts';

onBothDatabases('the ledger of hours', (engine) => {
  const opened = Date.parse('2026-11-02T15:00:00.000Z');
  let minutes = 0;
  const t = suiteApp(engine, { now: () => new Date(opened + minutes * 60_000) });
  let emil = 0;
  let berta: TestPerson;
  let bertasId = 0;
  beforeAll(async () => {
    emil = await employeeOf(t, t.employee.userId);
    berta = await t.person('berta', 'employee');
    bertasId = await employeeOf(t, berta.userId, { first_name: '', last_name: '' });
  });

  type Changes = { pto_hours?: number; work_hours?: number };
  const set = (employeeId: number, changes: Changes, reason = '') => {
    minutes += 1;
    const url = `/api/employees/${employeeId}`;
    return jsonOf(send(t, 'PUT', url, t.admin, { ...changes, reason }));
  };
  const ask = (query = '', by = t.admin) => send(t, 'GET', `/api/hours/ledger${query}`, by);
  const list = async (query = '', by = t.admin): Promise<LedgerEntry[]> =>
    (await ask(query, by)).json();

  test('lists who changed which hours, when and why', async () => {
    const { userId } = await t.person(`frida-${randomUUID()}`, 'employee');
    const employee_id = await employeeOf(t, userId);
    await set(employee_id, { pto_hours: 12.29, work_hours: 80 }, 'Carried over from 2025.');
    await set(employee_id, { pto_hours: 10, work_hours: 80 });
    const entry = { employee_id, name: 'Emil Novotny', by: 'anna' };
    const ledger = await list(`?employee_id=${employee_id}`);
    expect(ledger).toMatchObject([
      { ...entry, kind: 'pto', before: 12.29, after: 10, reason: '' },
      { ...entry, kind: 'work', before: 0, after: 80, reason: 'Carried over from 2025.' },
      { ...entry, kind: 'pto', before: 0, after: 12.29, reason: 'Carried over from 2025.' },
    ]);
    expect(ledger[0]?.at).toBe(new Date(opened + minutes * 60_000).toISOString());
    const [logged] = (await auditsOf(t, 'employee', employee_id)).slice(-1);
    expect(logged).toEqual({
      ...{ action: 'hours.update', user_id: t.admin.userId },
      detail: { pto_hours: { before: 12.29, after: 10 } },
    });
  });

  test('lists everyone’s or one employee’s for admins, and only their own for employees (SEC4)', async () => {
    await set(emil, { work_hours: 41 + minutes }, 'Marker-Emil');
    await set(bertasId, { work_hours: 41 + minutes }, 'Marker-Berta');
    expect(new Set((await list()).map((entry) => entry.employee_id)).size).toBeGreaterThan(1);
    expect(await list(`?employee_id=${bertasId}`)).toMatchObject([
      { employee_id: bertasId, name: 'Unknown', reason: 'Marker-Berta' },
    ]);
    for (const query of ['', `?employee_id=${bertasId}`, `?employeeId=${bertasId}`, '?limit=500']) {
      const own = await ask(query, t.employee);
      expect(own.statusCode).toBe(200);
      expect(own.body).toContain('Marker-Emil');
      expect(own.body).not.toContain('Marker-Berta');
    }
    const nobody = await t.person(`carla-${randomUUID()}`, 'employee');
    expect(await list(`?employee_id=${emil}`, nobody)).toEqual([]);
    // A cursor of another list reveals nothing of it.
    const page = await ask(`?limit=1&employee_id=${bertasId}`);
    const before = page.headers['x-next-before'] ?? Buffer.from('["9999",1]').toString('base64url');
    const own = await ask(`?limit=500&before=${before}`, t.employee);
    expect(own.body).not.toContain('Marker-Berta');
  });

  test('is append-only in the database', async () => {
    await set(emil, { pto_hours: 7 + minutes });
    const { db } = t.ctx;
    const changed = db.updateTable('hours_ledger').set({ after_hundredths: 0 });
    await expect(changed.execute()).rejects.toThrow(/append-only/);
    await expect(db.deleteFrom('hours_ledger').execute()).rejects.toThrow(/append-only/);
  });
});
