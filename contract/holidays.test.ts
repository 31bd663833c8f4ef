import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isCalendarDate } from './dates.ts';
import { holidays2025, holidaysOf, nextHoliday } from './holidays.ts';

const years = Array.from({ length: 21 }, (_, index) => 2020 + index);
const dayMs = 86_400_000;

/** Every day of a year. */
function daysOf(year: number): string[] {
  const days: string[] = [];
  for (let at = Date.UTC(year, 0, 1); at < Date.UTC(year + 1, 0, 1); at += dayMs) {
    days.push(new Date(at).toISOString().slice(0, 10));
  }
  return days;
}

const weekday = (date: string) => new Date(`${date}T12:00:00Z`).getUTCDay();

/** The days of a month on a weekday, counted rather than computed. */
const all = (year: number, month: string, day: number) =>
  daysOf(year).filter((date) => date.slice(5, 7) === month && weekday(date) === day);

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

describe.each(years)('%i', (year) => {
  test('has seven holidays in order, each by its rule', () => {
    const holidays = holidaysOf(year);
    const dates = holidays.map(({ date }) => date);
    expect(holidays.map(({ name }) => name)).toEqual(holidays2025.map(({ name }) => name));
    for (const date of dates) expect(date).toSatisfy(isCalendarDate);
    expect(dates).toEqual([...new Set(dates)].toSorted());
    expect(dates).toEqual([
      `${year}-01-01`,
      all(year, '02', 1)[2],
      all(year, '05', 1).at(-1),
      `${year}-07-04`,
      all(year, '09', 1)[0],
      all(year, '11', 4)[3],
      `${year}-12-25`,
    ]);
  });
});

test.each([
  [2020, '2020-02-17', '2020-05-25', '2020-09-07', '2020-11-26'],
  [2024, '2024-02-19', '2024-05-27', '2024-09-02', '2024-11-28'],
  [2026, '2026-02-16', '2026-05-25', '2026-09-07', '2026-11-26'],
  [2027, '2027-02-15', '2027-05-31', '2027-09-06', '2027-11-25'],
])('the calendar of %i, as printed', (year, ...moving) => {
  const dates = holidaysOf(year).map(({ date }) => date);
  expect([dates[1], dates[2], dates[4], dates[5]]).toEqual(moving);
});

test('nextHoliday returns the first holiday from today on', () => {
  expect(nextHoliday('2025-11-26')).toEqual({ name: 'Thanksgiving', date: '2025-11-27', days: 1 });
  expect(nextHoliday('2025-11-27').days).toBe(0);
  expect(nextHoliday('2025-12-26')).toEqual({
    name: "New Year's Day",
    date: '2026-01-01',
    days: 6,
  });
  const day = fc.integer({
    min: Date.UTC(2020, 0, 1) / dayMs,
    max: Date.UTC(2040, 11, 31) / dayMs,
  });
  fc.assert(
    fc.property(day, (number) => {
      const today = new Date(number * dayMs).toISOString().slice(0, 10);
      const next = nextHoliday(today);
      expect(new Date((number + next.days) * dayMs).toISOString().slice(0, 10)).toBe(next.date);
      const known = years.concat(2041).flatMap(holidaysOf);
      expect(known.filter(({ date }) => date >= today)[0]?.date).toBe(next.date);
    }),
  );
});
