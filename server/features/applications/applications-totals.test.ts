import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { smallestGroup } from '#contract/application-stages.ts';
import { genders, races } from '#contract/form-choices.ts';
import { rounds } from '#tests/fixtures/fuzz.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { apply, whole } from '#tests/records/hiring.ts';
import { read } from '#tests/records/stored.ts';
import { withoutSmallGroups } from './applications-totals.ts';

/**
 * Whether a reader who knows the shown counts, their total and the rule can't tell the hidden count at `at`: another one
 * there and in a second hidden group has the same total and is shown in the same way.
 */
function isHiddenWell(counts: readonly number[], at: number): boolean {
  const shown = JSON.stringify(withoutSmallGroups(counts));
  for (const [other, count] of counts.entries()) {
    if (other === at || JSON.parse(shown)[other] !== null) continue;
    for (let moved = -(counts[at] ?? 0); moved <= count; moved += 1) {
      const guess = counts.with(at, (counts[at] ?? 0) + moved).with(other, count - moved);
      if (moved !== 0 && JSON.stringify(withoutSmallGroups(guess)) === shown) return true;
    }
  }
  return false;
}

describe('counts without small groups', () => {
  // One alone would be the total without the others, two hide each other, and several that all
  // have four would be equal parts of what is left.
  test.each([
    { counts: [9, 8, 7], shown: [9, 8, 7] },
    { counts: [10, 7, 2], shown: [10, null, null] },
    { counts: [10, 0, 7], shown: [10, null, null] },
    { counts: [10, 7, 7, 2], shown: [10, null, null, null] },
    { counts: [4, 4, 4, 9, 30], shown: [null, null, null, null, 30] },
    { counts: [4, 4, 3, 9, 30], shown: [null, null, null, 9, 30] },
    { counts: [1, 2, 3], shown: [null, null, null] },
    { counts: [3], shown: [null] },
  ])('$counts is $shown', ({ counts, shown }) => {
    expect(withoutSmallGroups(counts)).toEqual(shown);
  });

  /** Counts as of the two questions of the form, many at the rule's limits. */
  const counts = fc
    .constantFrom(genders.length, races.length)
    .chain((length) =>
      fc.array(fc.oneof(fc.nat(9), fc.nat(60)), { minLength: length, maxLength: length }),
    );

  test('no hidden count follows from the shown ones and the total, even for those who know the rule', () => {
    fc.assert(
      fc.property(counts, (all) => {
        const shown = withoutSmallGroups(all);
        expect(all.filter((count, at) => count < smallestGroup && shown[at] !== null)).toEqual([]);
        const hidden = [...all.keys()].filter((at) => shown[at] === null);
        // Nobody is in an empty group, and where all have one less than is shown nothing is left to hide.
        if (hidden.every((at) => all[at] === 0)) return;
        if (all.every((count) => count === smallestGroup - 1)) return;
        expect(hidden.filter((at) => !isHiddenWell(all, at))).toEqual([]);
      }),
      rounds(2000),
    );
  });
});

onBothWhenFull('equal opportunity totals', (engine) => {
  let clock = new Date('2026-11-25T18:00:00Z');
  const t = suiteApp(engine, { now: () => clock });

  test('count the applications of 12 months, for admins', async () => {
    const add = async (times: number, values: object) => {
      for (let n = 0; n < times; n += 1) {
        expect((await apply(t, { ...whole, ...values })).status).toBe(201);
      }
    };
    clock = new Date('2025-11-20T18:00:00Z');
    await add(6, { gender: 'Female', race: 'Asian' });
    clock = new Date('2026-11-25T18:00:00Z');
    await add(7, { gender: 'Male', race: 'White' });
    await add(6, { gender: 'Female', race: 'White' });
    await add(2, { gender: 'Decline', race: 'Asian' });
    const { gender, race } = await read(t, '/api/applications/equal-opportunity');
    expect(gender).toEqual([
      { value: 'Male', count: 7 },
      { value: 'Female', count: null },
      { value: 'Decline', count: null },
    ]);
    expect(race).toHaveLength(8);
    expect(race.filter(({ count }: { count: number | null }) => count !== null)).toEqual([
      { value: 'White', count: 13 },
    ]);
  });
});
