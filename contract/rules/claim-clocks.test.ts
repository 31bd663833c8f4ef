import { expect, test } from 'vitest';
import { claimClocks, overdueOf } from './claim-clocks.ts';

test.each([
  ['2026-01-30', '2026-03-01', '2026-05-30'],
  // A leap day, and one on the way.
  ['2024-02-29', '2024-03-30', '2024-06-28'],
  // Across both changes of the clocks.
  ['2026-03-07', '2026-04-06', '2026-07-05'],
])('the clocks of %s end on %s and %s', (received_on, acknowledge_by, decide_by) => {
  expect(claimClocks(received_on)).toEqual({ acknowledge_by, decide_by });
});

test('there are no clocks without the day on which the claim came in', () => {
  expect(claimClocks(null)).toEqual({ acknowledge_by: null, decide_by: null });
  expect(overdueOf({ status: 'reported', received_on: null }, '2030-01-01')).toBeNull();
});

test.each([
  ['reported', '2026-04-06', null],
  ['reported', '2026-04-07', 'acknowledge'],
  ['acknowledged', '2026-04-07', null],
  ['in_review', '2026-07-05', null],
  ['in_review', '2026-07-06', 'decide'],
  ['reported', '2026-07-06', 'decide'],
  ['paid', '2026-07-06', null],
] as const)('a claim of 2026-03-07, %s, on %s: %s', (status, day, overdue) => {
  expect(overdueOf({ status, received_on: '2026-03-07' }, day)).toBe(overdue);
});
