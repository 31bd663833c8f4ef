import { setTimeout as pause } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { GroupCommit } from './group-commit.ts';

/** Writes each group in one go; what is refused cannot be written. */
function journal(refused: readonly number[] = [], options = {}, takes = 0) {
  const groups: number[][] = [];
  let open = 0;
  const group = new GroupCommit<number, string>(async (items) => {
    open += 1;
    expect(open).toBe(1);
    groups.push([...items]);
    if (takes > 0) await pause(takes);
    open -= 1;
    const bad = items.find((item) => refused.includes(item));
    if (bad !== undefined) throw new Error(`${bad} is refused`);
    return items.map((item) => `wrote ${item}`);
  }, options);
  return { group, groups };
}

test('what comes at once is one group, in its order, and each has its own result', async () => {
  const { group, groups } = journal();
  const results = await Promise.all([1, 2, 3].map((item) => group.add(item)));
  expect(results).toEqual(['wrote 1', 'wrote 2', 'wrote 3']);
  expect(groups).toEqual([[1, 2, 3]]);
});

test('what comes while a group is written is the next one, and no group is larger than it may be', async () => {
  const { group, groups } = journal([], { most: 3 }, 20);
  const first = group.add(1);
  await pause(5);
  const rest = [2, 3, 4, 5, 6].map((item) => group.add(item));
  await Promise.all([first, ...rest]);
  expect(groups).toEqual([[1], [2, 3, 4], [5, 6]]);
});

test('one alone is written at once: no time passes in which others could come', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
  try {
    const { group } = journal();
    expect(await group.add(1)).toBe('wrote 1');
    expect(await group.add(2)).toBe('wrote 2');
  } finally {
    vi.useRealTimers();
  }
});

test('one that cannot be written fails alone; the others keep their order', async () => {
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

test('what is nobody’s fault is told to all, and none is tried alone', async () => {
  const { group, groups } = journal([2], { isShared: () => true });
  const results = await Promise.allSettled([1, 2, 3].map((item) => group.add(item)));
  expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(groups).toEqual([[1, 2, 3]]);
  expect(await group.add(4)).toBe('wrote 4');
});

test('all that waits is written before the end, also what came meanwhile', async () => {
  const { group, groups } = journal([3], { gatherMs: 10_000, most: 2 }, 5);
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

test('what is said to be gathered waits for others', async () => {
  const { group, groups } = journal([], { gatherMs: 30 });
  const first = group.add(1);
  await pause(2);
  await Promise.all([first, group.add(2)]);
  expect(groups).toEqual([[1, 2]]);
});
