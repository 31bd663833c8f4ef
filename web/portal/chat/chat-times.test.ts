import { expect, test } from 'vitest';
import { dayTitle, listTime, timeBeside, timeOf } from './chat-times.ts';

/** An instant of the reader's own clock. */
const at = (day: number, hour: number, minute = 0) =>
  new Date(2026, 2, day, hour, minute).toISOString();
const now = new Date(2026, 2, 9, 0, 5);

test("a day begins at the reader's midnight, also after a daylight saving change", () => {
  expect(dayTitle(at(9, 0), now)).toBe('Today');
  expect(dayTitle(at(8, 23, 59), now)).toBe('Yesterday');
  expect(dayTitle(at(8, 0), now)).toBe('Yesterday');
  expect(dayTitle(at(7, 23, 59), now)).not.toBe('Yesterday');
  expect(dayTitle(at(7, 12), now)).not.toMatch(/2026/);
  expect(dayTitle(new Date(2025, 11, 31, 12).toISOString(), now)).toMatch(/2025/);
});

test('formats times with hours and minutes, and old ones in a list as dates', () => {
  expect(timeOf(at(9, 14, 5))).toMatch(/^2:05\sPM$/);
  expect(listTime(at(9, 0, 1), now)).toMatch(/^12:01\sAM$/);
  expect(listTime(at(8, 1), now)).toBe('Yesterday');
  expect(listTime(at(1, 1), now)).not.toMatch(/:/);
  expect(timeBeside(at(9, 2, 30), at(9, 1))).toMatch(/^2:30\sAM$/);
  expect(timeBeside(at(9, 2, 30), at(8, 23))).toMatch(/^Mar 9, 2:30\sAM$/);
});
