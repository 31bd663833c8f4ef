import { expect, test } from 'vitest';
import { type SortValue, sortRows } from './sort-rows.ts';

const sorted = (values: SortValue[], direction: 'ascending' | 'descending' = 'ascending') =>
  sortRows(values, (value) => value, direction);

test('numbers sort by size, also inside texts, and texts without case and accents', () => {
  expect(sorted([10, 9.5, -1, 100])).toEqual([-1, 9.5, 10, 100]);
  expect(sorted(['Lot 10', 'lot 9', 'Álvarez', 'alvaro'])).toEqual([
    'Álvarez',
    'alvaro',
    'lot 9',
    'Lot 10',
  ]);
  expect(sorted(['2026-11-05', '2025-12-31'])).toEqual(['2025-12-31', '2026-11-05']);
});

test('empty values are last in both directions', () => {
  expect(sorted(['', 'a', null, 'b'])).toEqual(['a', 'b', '', null]);
  expect(sorted([null, 1, 2], 'descending')).toEqual([2, 1, null]);
});

test('equal values keep their order in both directions', () => {
  const rows = [
    { id: 1, day: 'x' },
    { id: 2, day: 'x' },
  ];
  for (const direction of ['ascending', 'descending'] as const) {
    expect(sortRows(rows, ({ day }) => day, direction)).toEqual(rows);
  }
});
