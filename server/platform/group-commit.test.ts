import { setTimeout as pause } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
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

test('writes concurrent items as one group, in order, each with its own result', async () => {
  const { group, groups } = journal();
  const results = await Promise.all([1, 2, 3].map((item) => group.add(item)));
  expect(results).toEqual(['wrote 1', 'wrote 2', 'wrote 3']);
  expect(groups).toEqual([[1, 2, 3]]);
});

test('writes items that arrive during a write as the next group, and respects the maximum size', async () => {
  const { group, groups } = journal([], { maxItems: 3 }, 20);
  const first = group.add(1);
  await pause(5);
  const rest = [2, 3, 4, 5, 6].map((item) => group.add(item));
  await Promise.all([first, ...rest]);
  expect(groups).toEqual([[1], [2, 3, 4], [5, 6]]);
});

test('writes a single item immediately', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
  try {
    const { group } = journal();
    expect(await group.add(1)).toBe('wrote 1');
    expect(await group.add(2)).toBe('wrote 2');
  } finally {
    vi.useRealTimers();
  }
});

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

test('fails the whole group on a shared error, without retrying items', async () => {
  const { group, groups } = journal([2], { isShared: () => true });
  const results = await Promise.allSettled([1, 2, 3].map((item) => group.add(item)));
  expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(groups).toEqual([[1, 2, 3]]);
  expect(await group.add(4)).toBe('wrote 4');
});

test('flush writes all waiting items, including those that arrive meanwhile', async () => {
  const { group, groups } = journal([3], { gatherMs: 10_000, maxItems: 2 }, 5);
  const results = [1, 2, 3].map((item) => group.add(item));
  const end = group.flush();
  results.push(group.add(4));
  const settled = Promise.allSettled(results);
  await end;
  await group.flush();
  expect((await settled).map((result) => result.status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect(groups).toEqual([[1, 2], [3, 4], [3], [4]]);
});

test('waits gatherMs for more items', async () => {
  const { group, groups } = journal([], { gatherMs: 30 });
  const first = group.add(1);
  await pause(2);
  await Promise.all([first, group.add(2)]);
  expect(groups).toEqual([[1, 2]]);
});
