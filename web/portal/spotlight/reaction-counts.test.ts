import { expect, test } from 'vitest';
import { countsOf, moved, totalOf } from './reaction-counts.ts';

test('reads counts from a list and from a map (P3)', () => {
  const counts = [
    { emoji: '👍', count: 2 },
    { emoji: '❤️', count: 1 },
  ];
  expect(countsOf(counts.toReversed())).toEqual(counts);
  expect(countsOf({ '❤': 1, '👍': 2, '😢': 0, '🚚': 9 })).toEqual(counts);
  expect(countsOf(null)).toEqual([]);
  expect(totalOf(countsOf(counts))).toBe(3);
});

test('replaces a user’s reaction, and removes it with null', () => {
  const none = countsOf([]);
  const thumb = moved(none, null, '👍');
  expect(thumb).toEqual([{ emoji: '👍', count: 1 }]);
  expect(moved(thumb, '👍', '😢')).toEqual([{ emoji: '😢', count: 1 }]);
  expect(moved(thumb, '👍', null)).toEqual(none);
});
