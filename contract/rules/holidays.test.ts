import { expect, test } from 'vitest';
import { holidays2025, holidaysOf, nextHoliday } from './holidays.ts';

test('2025 matches the specification and the rules', () => {
  expect(holidays2025.map(({ name, date }) => `${name} ${date}`)).toEqual([
    "New Year's Day 2025-01-01",
    "Presidents' Day 2025-02-17",
    'Memorial Day 2025-05-26',
    'Independence Day 2025-07-04',
    'Labor Day 2025-09-01',
    'Thanksgiving 2025-11-27',
    'Christmas 2025-12-25',
  ]);
  expect(holidaysOf(2025)).toEqual(holidays2025);
});

test.each([
  [2020, '2020-02-17', '2020-05-25', '2020-09-07', '2020-11-26'],
  [2024, '2024-02-19', '2024-05-27', '2024-09-02', '2024-11-28'],
  [2026, '2026-02-16', '2026-05-25', '2026-09-07', '2026-11-26'],
  [2027, '2027-02-15', '2027-05-31', '2027-09-06', '2027-11-25'],
])('the calendar of %i, as printed', (year, ...moving) => {
  const [presidents, memorial, labor, thanksgiving] = moving;
  expect(holidaysOf(year).map(({ date }) => date)).toEqual([
    ...[`${year}-01-01`, presidents, memorial],
    ...[`${year}-07-04`, labor, thanksgiving, `${year}-12-25`],
  ]);
});

test('nextHoliday returns the first holiday from today on', () => {
  expect(nextHoliday('2025-11-26')).toEqual({ name: 'Thanksgiving', date: '2025-11-27', days: 1 });
  expect(nextHoliday('2025-11-27').days).toBe(0);
  expect(nextHoliday('2025-12-26')).toEqual({
    name: "New Year's Day",
    date: '2026-01-01',
    days: 6,
  });
});
