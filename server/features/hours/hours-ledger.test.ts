import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hoursKinds } from '#contract/hours.ts';
import { rounds } from '#tests/fixtures/fuzz.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { onBothDatabases } from '#tests/harness/databases.ts';
import { rowsOf } from '#tests/records/stored.ts';
import { writeTransaction } from '../../platform/writes/writes.ts';
import { setHours } from './hours.service.ts';

const hundredths = fc.oneof(fc.constantFrom(0, 1, 29, 100), fc.nat({ max: 9_999_999 }));
interface Edit {
  /** Which of three employees. */
  who: number;
  changes: { pto?: number; work?: number };
  /** The clocks of several servers differ. */
  lateMs: number;
  /** The transaction fails after it. */
  fails: boolean;
}
const edit: fc.Arbitrary<Edit> = fc.record({
  who: fc.nat({ max: 2 }),
  changes: fc.record({ pto: hundredths, work: hundredths }, { requiredKeys: [] }),
  lateMs: fc.integer({ min: -5_000, max: 5_000 }),
  fails: fc.boolean(),
});
/** Rounds of edits; the edits of a round are concurrent. */
const history = fc.array(fc.array(edit, { minLength: 1, maxLength: 6 }), { maxLength: 5 });

/** The values written by a round, by employee and kind. */
function written(edits: readonly Edit[]) {
  return [0, 1, 2].flatMap((who) =>
    hoursKinds.flatMap((kind) => {
      const values = edits
        .filter((entry) => entry.who === who && !entry.fails)
        .flatMap(({ changes }) => changes[kind] ?? []);
      return values.length === 0 ? [] : [{ who, kind, values }];
    }),
  );
}

onBothDatabases('the balance is the sum of the ledger', (engine) => {
  const t = suiteApp(engine);

  const newEmployee = async () => {
    const { employee_id } = await t.ctx.db
      .insertInto('employees')
      .values({
        ...{ user_id: null, first_name: 'Emil', last_name: 'Novotny', department: '' },
        ...{ position: '', hire_date: null, created_at: '2026-01-01T00:00:00.000Z' },
      })
      .returning('employee_id')
      .executeTakeFirstOrThrow();
    return employee_id;
  };

  async function make(employeeId: number, { changes, lateMs, fails }: Edit) {
    const now = new Date(Date.now() + lateMs);
    const actor = { userId: t.admin.userId, ip: '' };
    try {
      await writeTransaction({ ...t.ctx, now: () => now }, actor, async (write) => {
        await setHours(t.ctx, write, actor, { employeeId, changes, reason: '' });
        if (fails) throw new Error('the rest failed');
      });
    } catch (error) {
      if (!fails) throw error;
    }
  }

  async function check(employee_id: number, wanted: { pto: number[]; work: number[] }) {
    const [employee] = await rowsOf(t, 'employees', { employee_id });
    const entries = await rowsOf(t, 'hours_ledger', { employee_id }, 'at', 'id');
    const ids = entries.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    for (const kind of hoursKinds) {
      const chain = entries.filter((entry) => entry.kind === kind);
      let last = 0;
      for (const { before_hundredths, after_hundredths } of chain) {
        expect(before_hundredths).toBe(last);
        expect(after_hundredths).not.toBe(before_hundredths);
        last = after_hundredths;
      }
      const balance = employee?.[`${kind}_hundredths`];
      const sum = chain.reduce(
        (total, entry) => total + entry.after_hundredths - entry.before_hundredths,
        0,
      );
      expect([sum, last]).toEqual([balance, balance]);
      expect(wanted[kind]).toContain(balance);
    }
  }

  test('in any order of concurrent edits', { timeout: 3_600_000 }, async () => {
    const property = fc.asyncProperty(history, async (moments) => {
      const people = [await newEmployee(), await newEmployee(), await newEmployee()];
      // The possible final balances: the value of any writer in the last round that wrote it.
      const wanted = people.map(() => ({ pto: [0], work: [0] }));
      for (const edits of moments) {
        await Promise.all(edits.map((entry) => make(people[entry.who] ?? 0, entry)));
        for (const { who, kind, values } of written(edits)) {
          const possible = wanted[who];
          if (possible) possible[kind] = values;
        }
      }
      for (const [who, possible] of wanted.entries()) await check(people[who] ?? 0, possible);
    });
    await fc.assert(property, rounds(8, 1000));
  });

  test('is append-only in the database', async () => {
    const employeeId = await newEmployee();
    await make(employeeId, { who: 0, changes: { pto: 700 }, lateMs: 0, fails: false });
    const { db } = t.ctx;
    const changed = db.updateTable('hours_ledger').set({ after_hundredths: 0 });
    await expect(changed.execute()).rejects.toThrow(/append-only/);
    await expect(db.deleteFrom('hours_ledger').execute()).rejects.toThrow(/append-only/);
  });
});
