import { describe, expect, test } from 'vitest';
import { instantOf, isOverdue } from './business-days.ts';

const isLate = (created: string, now: string) =>
  isOverdue({ status: 'new', created_at: new Date(created).toISOString() }, new Date(now));

// Chicago is at -06:00 in winter and at -05:00 from 8 March to 1 November 2026.
describe('one business day', () => {
  test.each([
    [
      'in the week: the same time next day',
      '2026-01-13T10:00:00-06:00',
      '2026-01-14T10:00:00-06:00',
    ],
    ['Friday morning: Monday morning', '2026-01-16T09:00:00-06:00', '2026-01-19T09:00:00-06:00'],
    ['Saturday: the end of Monday', '2026-01-17T00:00:00-06:00', '2026-01-20T00:00:00-06:00'],
    ['Sunday night: the end of Monday', '2026-01-18T23:59:59-06:00', '2026-01-20T00:00:00-06:00'],
    ['over the hour that is skipped', '2026-03-06T17:00:00-06:00', '2026-03-09T17:00:00-05:00'],
    ['in the night of the skipped hour', '2026-03-08T03:30:00-05:00', '2026-03-10T00:00:00-05:00'],
    ['over the hour that comes twice', '2026-10-30T17:00:00-05:00', '2026-11-02T17:00:00-06:00'],
    ['second of the two hours', '2026-11-01T01:30:00-06:00', '2026-11-03T00:00:00-06:00'],
  ])('%s', (_name, created, due) => {
    expect(isLate(created, due)).toBe(false);
    expect(isLate(created, new Date(Date.parse(due) + 1).toISOString())).toBe(true);
    expect(isLate(created, created)).toBe(false);
  });

  test('only new inquiries are overdue', () => {
    const created_at = '2026-01-13T16:00:00.000Z';
    const later = new Date('2027-01-01T00:00:00Z');
    expect(isOverdue({ status: 'contacted', created_at }, later)).toBe(false);
  });
});

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
