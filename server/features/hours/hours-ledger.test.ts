import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { hoursKinds } from '#contract/hours.ts';
import { suiteApp } from '../../../tests/harness/app.ts';
import { onBothDatabases } from '../../../tests/harness/databases.ts';
import { employeeOf } from '../../../tests/harness/employees.ts';
import { writeTransaction } from '../../platform/writes.ts';
import { setHours } from './hours.service.ts';

interface Edit {
  pto?: number;
  work?: number;
  /** The clocks of several servers differ. */
  lateMs?: number;
  /** The transaction fails after it. */
  fails?: boolean;
}

onBothDatabases('the balance is the sum of the ledger', (engine) => {
  const t = suiteApp(engine);
  const newEmployee = async () => employeeOf(t, (await t.person(randomUUID(), 'employee')).userId);

  async function make(employeeId: number, { lateMs = 0, fails = false, ...changes }: Edit) {
    const now = new Date(Date.now() + lateMs);
    const actor = { userId: t.admin.userId, ip: '' };
    const written = writeTransaction({ ...t.ctx, now: () => now }, actor, async (write) => {
      await setHours(t.ctx, write, actor, { employeeId, changes, reason: '' });
      if (fails) throw new Error('the rest failed');
    });
    if (fails) await expect(written).rejects.toThrow('the rest failed');
    else await written;
  }
  const entriesOf = (employeeId: number) =>
    t.ctx.db
      .selectFrom('hours_ledger')
      .selectAll()
      .where('employee_id', '=', employeeId)
      .orderBy('at')
      .orderBy('id')
      .execute();

  test('in any order of concurrent edits', async () => {
    const people = [await newEmployee(), await newEmployee()];
    const edits: Edit[] = [
      { pto: 29, work: 9_999_999, lateMs: 4_000 },
      { pto: 1, lateMs: -5_000 },
      { work: 100, fails: true },
      { pto: 0, work: 700 },
      { pto: 29, lateMs: 2_000 },
      { pto: 800, work: 700, fails: true },
    ];
    for (const round of [edits, edits.toReversed()]) {
      await Promise.all(people.flatMap((id) => round.map((edit) => make(id, edit))));
    }
    for (const id of people) {
      const employees = t.ctx.db.selectFrom('employees').selectAll();
      const employee = await employees.where('employee_id', '=', id).executeTakeFirstOrThrow();
      const entries = await entriesOf(id);
      const ids = entries.map((entry) => entry.id);
      expect(ids).toEqual(ids.toSorted((one, other) => one - other));
      for (const kind of hoursKinds) {
        let balance = 0;
        for (const entry of entries.filter((one) => one.kind === kind)) {
          expect(entry.before_hundredths).toBe(balance);
          expect(entry.after_hundredths).not.toBe(balance);
          balance = entry.after_hundredths;
        }
        expect(employee[`${kind}_hundredths`]).toBe(balance);
      }
      expect([0, 1, 29]).toContain(employee.pto_hundredths);
      expect([700, 9_999_999]).toContain(employee.work_hundredths);
    }
  });

  test('is append-only in the database', async () => {
    const employeeId = await newEmployee();
    await make(employeeId, { pto: 700 });
    const { db } = t.ctx;
    const changed = db.updateTable('hours_ledger').set({ after_hundredths: 0 });
    await expect(changed.execute()).rejects.toThrow(/append-only/);
    await expect(db.deleteFrom('hours_ledger').execute()).rejects.toThrow(/append-only/);
  });
});
