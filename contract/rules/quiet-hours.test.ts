import { expect, test } from 'vitest';
import { minutesOf, quietUntil, timeOf } from './quiet-hours.ts';

const until = (from: string, to: string, now: string) =>
  quietUntil({ quiet_from: minutesOf(from), quiet_to: minutesOf(to) }, new Date(now))
    ?.toISOString()
    .replace(':00.000Z', 'Z') ?? null;

test.each([
  // Chicago is UTC-6 in winter, UTC-5 in summer.
  ['22:00', '06:00', '2026-01-13T03:59Z', null],
  ['22:00', '06:00', '2026-01-13T04:00Z', '2026-01-13T12:00Z'],
  ['22:00', '06:00', '2026-01-13T11:59Z', '2026-01-13T12:00Z'],
  ['12:00', '13:30', '2026-07-14T17:00Z', '2026-07-14T18:30Z'],
  ['12:00', '13:30', '2026-07-14T18:30Z', null],
  ['00:00', '23:59', '2026-07-14T05:00Z', '2026-07-15T04:59Z'],
  // March 8: 02:00 becomes 03:00, the night has one hour less.
  ['22:00', '06:00', '2026-03-08T05:00Z', '2026-03-08T11:00Z'],
  ['22:00', '02:30', '2026-03-08T07:15Z', '2026-03-08T08:30Z'],
  // November 1: 02:00 becomes 01:00, the night has one hour more.
  ['22:00', '06:00', '2026-11-01T04:00Z', '2026-11-01T12:00Z'],
  ['22:00', '01:30', '2026-11-01T07:15Z', '2026-11-01T07:30Z'],
])('quiet from %s to %s, asked at %s: until %s', (from, to, now, end) => {
  expect(until(from, to, now)).toBe(end);
});

test('no quiet hours are never quiet', () => {
  expect(quietUntil({ quiet_from: null, quiet_to: null }, new Date())).toBeNull();
});

test('times are written with two digits', () => {
  expect([0, 390, 1439].map(timeOf)).toEqual(['00:00', '06:30', '23:59']);
  expect(['00:00', '06:30', '23:59'].map(minutesOf)).toEqual([0, 390, 1439]);
});
