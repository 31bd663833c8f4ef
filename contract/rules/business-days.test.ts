import { describe, expect, test } from 'vitest';
import { instantOf } from './business-days.ts';

describe('a time on the company’s clock', () => {
  test.each([
    ['in the skipped hour: later', '2026-03-08T02:30:00.000', '2026-03-08T03:30-05:00'],
    ['the first of the two hours', '2026-11-01T01:30:00.000', '2026-11-01T01:30-05:00'],
  ])('%s', (_name, wall, instant) => {
    expect(new Date(instantOf(wall))).toEqual(new Date(instant));
  });

  test('the second of the two hours, when the first has passed', () => {
    const now = new Date('2026-11-01T01:15-06:00');
    const second = new Date('2026-11-01T01:30-06:00');
    expect(new Date(instantOf('2026-11-01T01:30:00.000', now))).toEqual(second);
  });
});
