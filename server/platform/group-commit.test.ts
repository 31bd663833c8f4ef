import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { GroupCommit } from './group-commit.ts';

/** Records each group; items in `rejected` fail. */
function journal(rejected: readonly number[] = [], options = {}, takes = 0) {
  const groups: number[][] = [];
  let open = 0;
  const group = new GroupCommit<number, string>(async (items) => {
    open += 1;
    expect(open).toBe(1);
    groups.push([...items]);
    if (takes > 0) await pause(takes);
    open -= 1;
    const bad = items.find((item) => rejected.includes(item));
    if (bad !== undefined) throw new Error(`${bad} is rejected`);
    return items.map((item) => `wrote ${item}`);
  }, options);
  return { group, groups };
}

test('fails only the bad item and keeps the order of the others', async () => {
  const { group, groups } = journal([2, 4]);
  const results = await Promise.allSettled([1, 2, 3, 4, 5].map((item) => group.add(item)));
  expect(results.map((result) => result.status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect(groups).toEqual([[1, 2, 3, 4, 5], [1], [2], [3], [4], [5]]);
});
