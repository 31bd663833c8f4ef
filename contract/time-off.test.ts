import { expect, test } from 'vitest';
import { earliestDate, measure } from './rules/time-off-rules.ts';

const now = new Date('2026-10-01T15:00:00Z');
const hoursOf = (from_date: string, to_date: string, hours?: number, at = now) =>
  measure({ from_date, to_date, hours: hours ?? null }, at);

test.each([
  // Christmas is a Friday.
  ['2026-12-24', '2026-12-28', { days: 2, hours: 16 }],
  // Over the end of the year: New Year's Day is a Friday.
  ['2026-12-28', '2027-01-04', { days: 5, hours: 40 }],
  // Thanksgiving week.
  ['2026-11-23', '2026-11-29', { days: 4, hours: 32 }],
  // The clocks change on Sunday, November 1, and on Sunday, March 14.
  ['2026-10-30', '2026-11-02', { days: 2, hours: 16 }],
  // A leap day.
  ['2028-02-28', '2028-03-01', { days: 3, hours: 24 }],
])('%s to %s skips weekends and holidays', (from, to, expected) => {
  expect(hoursOf(from, to)).toEqual(expected);
});

test('a year is the longest period', () => {
  expect(hoursOf('2027-01-04', '2028-01-03')).toEqual({ days: 257, hours: 2056 });
  expect(hoursOf('2027-01-04', '2028-01-04')).toEqual({
    fields: { to_date: 'Choose a period of at most one year.' },
  });
});

test.each([
  [0.25, true],
  [16, true],
  [0.24, false],
  [16.01, false],
])('%d hours in two working days', (hours, isAllowed) => {
  const measured = hoursOf('2026-10-02', '2026-10-05', hours);
  expect(measured).toEqual(
    isAllowed ? { days: 2, hours } : { fields: { hours: 'Enter 0.25 to 16 hours.' } },
  );
});

test('a period without a working day is refused, also with hours', () => {
  for (const hours of [undefined, 4]) {
    expect(hoursOf('2026-10-03', '2026-10-04', hours)).toHaveProperty('fields.from_date');
    expect(hoursOf('2026-12-25', '2026-12-27', hours)).toHaveProperty('fields.from_date');
  }
});

test('may begin 30 days back, by the calendar of the company', () => {
  // Still September 30 in Joliet.
  const midnight = new Date('2026-10-01T04:59:59Z');
  expect(earliestDate(midnight)).toBe('2026-08-31');
  expect(hoursOf('2026-08-31', '2026-08-31', undefined, midnight)).toEqual({ days: 1, hours: 8 });
  expect(hoursOf('2026-08-31', '2026-08-31', undefined, now)).toEqual({
    fields: { from_date: 'Choose a first day on or after 09/01/2026.' },
  });
});
