import { describe, expect, test } from 'vitest';
import { suiteApp } from '../../../tests/harness/app.ts';
import { applicationsOf, whole } from '../../../tests/harness/applications.ts';
import { onBothWhenFull } from '../../../tests/harness/databases.ts';
import { withoutSmallGroups } from './applications-totals.ts';

/** Every way to fill the hidden counts that the same rule would show in the same way. */
function possible(counts: readonly number[]): number[][] {
  const shown = withoutSmallGroups(counts);
  const hiddenAt = shown.flatMap((count, at) => (count === null ? [at] : []));
  const total = hiddenAt.reduce((sum, at) => sum + (counts[at] ?? 0), 0);
  const found: number[][] = [];
  const fill = (left: number, guess: number[]) => {
    if (guess.length === hiddenAt.length - 1) {
      const all = shown.map((count, at) => count ?? [...guess, left][hiddenAt.indexOf(at)] ?? 0);
      if (JSON.stringify(withoutSmallGroups(all)) === JSON.stringify(shown)) found.push(all);
      return;
    }
    for (let one = 0; one <= left; one += 1) fill(left - one, [...guess, one]);
  };
  if (hiddenAt.length > 0) fill(total, []);
  return found;
}

describe('counts without small groups', () => {
  test.each([
    [
      [9, 8, 7],
      [9, 8, 7],
    ],
    [
      [5, 6, 40],
      [5, 6, 40],
    ],
    // One alone would be the total without the others.
    [
      [10, 7, 2],
      [10, null, null],
    ],
    [
      [7, 10, 4],
      [null, 10, null],
    ],
    [
      [10, 0, 7],
      [10, null, null],
    ],
    // Two hide each other.
    [
      [10, 3, 2],
      [10, null, null],
    ],
    [
      [10, 7, 7, 2],
      [10, null, null, null],
    ],
    // Several that all have four would be equal parts of what is left.
    [
      [4, 4, 4, 9, 30],
      [null, null, null, null, 30],
    ],
    [
      [4, 4, 3, 9, 30],
      [null, null, null, 9, 30],
    ],
    [
      [1, 2, 3],
      [null, null, null],
    ],
    [[3], [null]],
  ])('%j is %j', (counts, shown) => {
    expect(withoutSmallGroups(counts)).toEqual(shown);
  });

  /** Counts of four groups, with those at the rule's limits. */
  function* countsAtLimits(): Generator<number[]> {
    const values = [0, 1, 3, 4, 5, 6, 9];
    const pairs = values.flatMap((a) => values.map((b) => [a, b]));
    for (const pair of pairs) for (const other of pairs) yield [...pair, ...other];
  }

  test('no hidden count follows from the shown ones and the total, even for those who know the rule', () => {
    for (const counts of countsAtLimits()) {
      const shown = withoutSmallGroups(counts);
      const hidden = [...counts.keys()].filter((at) => shown[at] === null);
      // Nobody is in an empty group, and where nothing is shown nothing can be hidden more.
      if (hidden.length === counts.length || hidden.every((at) => counts[at] === 0)) continue;
      const fits = possible(counts);
      const known = hidden.filter((at) => new Set(fits.map((all) => all[at])).size < 2);
      expect([counts, known]).toEqual([counts, []]);
    }
  });
});

onBothWhenFull('equal opportunity totals', (engine) => {
  let clock = new Date('2026-11-25T18:00:00Z');
  const t = suiteApp(engine, { now: () => clock });
  const { post } = applicationsOf(() => t);
  const url = '/api/applications/equal-opportunity';

  test('count the applications of 12 months, for admins', async () => {
    const apply = async (times: number, values: object) => {
      for (let n = 0; n < times; n += 1) {
        const body = { ...whole, ...values };
        expect((await post(body)).status).toBe(201);
      }
    };
    clock = new Date('2025-11-20T18:00:00Z');
    await apply(6, { gender: 'Female', race: 'Asian' });
    clock = new Date('2026-11-25T18:00:00Z');
    await apply(7, { gender: 'Male', race: 'White' });
    await apply(6, { gender: 'Female', race: 'White' });
    await apply(2, { gender: 'Decline', race: 'Asian' });
    const { headers } = t.admin;
    const response = await t.app.inject({ url, headers });
    const { gender, race } = response.json();
    expect(gender).toEqual([
      ...[
        { value: 'Male', count: 7 },
        { value: 'Female', count: null },
      ],
      { value: 'Decline', count: null },
    ]);
    expect(race).toHaveLength(8);
    expect(race.filter(({ count }: { count: number | null }) => count !== null)).toEqual([
      { value: 'White', count: 13 },
    ]);
    const employee = await t.app.inject({ url, headers: t.employee.headers });
    expect(employee.statusCode).toBe(403);
  });
});
