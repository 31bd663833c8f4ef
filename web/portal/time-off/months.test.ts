import { expect, test } from 'vitest';
import { monthName } from '../shared/cost-points.ts';
import { isMonth, monthAfter, weeksOf } from './months.ts';

test('weeks run from Sunday to Saturday and cover the month', () => {
  const weeks = weeksOf('2026-12');
  expect([weeks.length, weeks[0]?.[0], weeks.at(-1)?.[6]]).toEqual([5, '2026-11-29', '2027-01-02']);
  // Begins on a Sunday and ends on a Saturday.
  expect(weeksOf('2026-02')).toHaveLength(4);
  expect(weeks.every((week) => week.length === 7)).toBe(true);
});

test('months follow each other over the end of the year', () => {
  expect([monthAfter('2026-12', 1), monthAfter('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
  expect(monthName('2026-12')).toBe('December 2026');
  expect(['2026-12', '2026-13', '1999-01', 'x'].map(isMonth)).toEqual([true, false, false, false]);
});
