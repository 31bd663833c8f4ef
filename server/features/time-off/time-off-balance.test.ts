import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { rounds } from '#tests/fixtures/fuzz.ts';
import { send } from '#tests/fixtures/requests.ts';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { onBothDatabases } from '#tests/harness/databases.ts';
import { employeeOf } from '#tests/harness/employees.ts';
import { rowsOf } from '#tests/records/stored.ts';
import { balanceOf } from '#tests/records/time-off.ts';

type Action =
  | { does: 'request'; kind: 'pto' | 'unpaid'; hours: number }
  | {
      does: 'approved' | 'declined' | 'cancelled' | 'requested';
      which: number;
      by: 'owner' | 'first' | 'second';
    }
  | { does: 'edit'; hours: number };

const hours = fc.integer({ min: 25, max: 3000 }).map((hundredths) => hundredths / 100);
const decision = fc.record({
  does: fc.constantFrom(
    'approved' as const,
    'approved' as const,
    'declined' as const,
    'cancelled' as const,
    // Undoes an approval.
    'requested' as const,
  ),
  which: fc.nat({ max: 7 }),
  by: fc.constantFrom('owner' as const, 'first' as const, 'second' as const),
});
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('request' as const),
      kind: fc.constantFrom('pto' as const, 'pto' as const, 'unpaid' as const),
      hours,
    }),
  },
  { weight: 5, arbitrary: decision },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('edit' as const), hours }) },
);
const beginning = fc.array(hours, { minLength: 3, maxLength: 4 });
/** Rounds of actions; those of a round are concurrent. */
const history = fc.array(fc.array(action, { minLength: 4, maxLength: 8 }), {
  minLength: 1,
  maxLength: 6,
});

onBothDatabases('available hours are the sum of the ledger without what is reserved', (engine) => {
  let second: TestPerson;
  let people = 0;
  const t = suiteApp(engine, { now: () => new Date('2026-12-01T15:00:00Z') });
  beforeAll(async () => {
    second = await t.person('second', 'admin');
  });

  interface Owner {
    person: TestPerson;
    employeeId: number;
    ids: number[];
  }

  async function attempt(method: 'POST' | 'PUT', url: string, by: TestPerson, body: object) {
    const response = await send(t, method, url, by, body);
    // A refusal is fine, a failure or a deadlock isn't.
    expect([200, 201, 403, 409], response.body).toContain(response.statusCode);
    return response;
  }

  async function run(owner: Owner, step: Action): Promise<void> {
    const { person, employeeId, ids } = owner;
    if (step.does === 'request') {
      const { does: _, ...wanted } = step;
      const body = { ...wanted, from_date: '2026-12-07', to_date: '2026-12-11' };
      const response = await attempt('POST', '/api/time-off', person, body);
      if (response.statusCode === 201) ids.push(response.json().time_off_id);
    } else if (step.does === 'edit') {
      const url = `/api/employees/${employeeId}`;
      await attempt('PUT', url, t.admin, { pto_hours: step.hours, reason: 'Corrected' });
    } else {
      const id = ids[step.which];
      const by = { owner: person, first: t.admin, second }[step.by];
      const body = { status: step.does, reason: 'Because' };
      if (id !== undefined) await attempt('PUT', `/api/time-off/${id}`, by, body);
    }
  }

  async function check({ person, employeeId }: Owner): Promise<void> {
    const own = { employee_id: employeeId };
    const entries = await rowsOf(t, 'hours_ledger', { ...own, kind: 'pto' }, 'id');
    let sum = 0;
    for (const { before_hundredths, after_hundredths } of entries) {
      expect(before_hundredths).toBe(sum);
      sum = after_hundredths;
    }
    const requests = await rowsOf(t, 'time_off', own);
    // Of the same five working days.
    const off = requests.filter(({ status }) => status === 'requested' || status === 'approved');
    const hundredths = off.reduce((total, row) => total + row.hours_hundredths, 0);
    expect(hundredths).toBeLessThanOrEqual(40_05);
    const pending = requests.filter((row) => row.status === 'requested' && row.takes_pto === 1);
    const reserved = pending.reduce((total, row) => total + row.hours_hundredths, 0);
    expect(await balanceOf(t, person)).toEqual({
      pto_hours: sum / 100,
      reserved_hours: reserved / 100,
      available_hours: (sum - reserved) / 100,
    });
    // Each approval has taken its hours once, each cancellation of one has given them back once.
    const moved = entries
      .filter(({ reason }) => /time off/i.test(reason))
      .reduce((total, row) => total + row.before_hundredths - row.after_hundredths, 0);
    const away = requests.filter((row) => row.status === 'approved' && row.takes_pto === 1);
    expect(moved).toBe(away.reduce((total, row) => total + row.hours_hundredths, 0));
  }

  test('in any order of concurrent requests, decisions and edits', {
    timeout: 3_600_000,
  }, async () => {
    const property = fc.asyncProperty(beginning, history, async (first, moments) => {
      people += 1;
      const person = await t.person(`driver-${people}`, 'employee');
      const owner = { person, employeeId: await employeeOf(t, person.userId), ids: [] };
      await run(owner, { does: 'edit', hours: 60 });
      // So that the first decisions already meet several requests.
      for (const wanted of first) await run(owner, { does: 'request', kind: 'pto', hours: wanted });
      for (const steps of moments) {
        await Promise.all(steps.map((step) => run(owner, step)));
        await check(owner);
      }
    });
    await fc.assert(property, rounds(5, 500));
  });
});
