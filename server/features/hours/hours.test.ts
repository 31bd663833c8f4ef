import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { LedgerEntry } from '#contract/hours.ts';
import { send } from '#tests/fixtures/requests.ts';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { onBothDatabases } from '#tests/harness/databases.ts';
import { employeeOf } from '#tests/harness/employees.ts';
import { auditsOf } from '#tests/records/stored.ts';
import { writeTransaction } from '../../platform/writes/writes.ts';
import { setHours } from './hours.service.ts';

onBothDatabases('the ledger of hours', (engine) => {
  const t = suiteApp(engine);
  let emil = 0;
  let berta: TestPerson;
  let bertasId = 0;
  const opened = Date.parse('2026-11-02T15:00:00.000Z');
  let minutes = 0;
  beforeAll(async () => {
    emil = await employeeOf(t, t.employee.userId);
    berta = await t.person('berta', 'employee');
    bertasId = await employeeOf(t, berta.userId, { first_name: '', last_name: '' });
  });

  const set = (employeeId: number, changes: { pto?: number; work?: number }, reason = '') => {
    minutes += 1;
    const now = new Date(opened + minutes * 60_000);
    const actor = { userId: t.admin.userId, ip: '192.0.2.1' };
    return writeTransaction({ ...t.ctx, now: () => now }, actor, (write) =>
      setHours(t.ctx, write, actor, { employeeId, changes, reason }),
    );
  };
  const ask = (query = '', by = t.admin) => send(t, 'GET', `/api/hours/ledger${query}`, by);
  const list = async (query = '', by = t.admin): Promise<LedgerEntry[]> =>
    (await ask(query, by)).json();

  test('lists who changed which hours, when and why', async () => {
    const { userId } = await t.person(`frida-${randomUUID()}`, 'employee');
    const employee_id = await employeeOf(t, userId);
    await set(employee_id, { pto: 1_229, work: 8_000 }, 'Carried over from 2025.');
    await set(employee_id, { pto: 1_000, work: 8_000 });
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
    await set(emil, { work: 4_100 + minutes }, 'Marker-Emil');
    await set(bertasId, { work: 4_100 + minutes }, 'Marker-Berta');
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
    await set(emil, { pto: 700 + minutes });
    const { db } = t.ctx;
    const changed = db.updateTable('hours_ledger').set({ after_hundredths: 0 });
    await expect(changed.execute()).rejects.toThrow(/append-only/);
    await expect(db.deleteFrom('hours_ledger').execute()).rejects.toThrow(/append-only/);
  });
});
