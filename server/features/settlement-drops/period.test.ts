import { expect, test } from 'vitest';
import { periodOf } from './period.ts';

test.each([
  ['Pay Period: 11/01/2026 - 11/07/2026', '2026-11-01', '2026-11-07'],
  ['Period\t2026-11-01 to 2026-11-07\nNet pay $1,800.00', '2026-11-01', '2026-11-07'],
  ['Settlement period: Oct 26, 2026 – Nov 1, 2026', '2026-10-26', '2026-11-01'],
  ['Week ending 1/2/27', '2026-12-27', '2027-01-02'],
  ['WEEK ENDED November 7, 2026', '2026-11-01', '2026-11-07'],
  ['Pay period\n02/22/2028 through 03/01/2028', '2028-02-22', '2028-03-01'],
  // The same period twice is one period.
  ['Period 11/1/26 to 11/7/26\nPay period 2026-11-01 - 2026-11-07', '2026-11-01', '2026-11-07'],
  ['Period 11/1/26 to 11/7/26\nLast period 10/25/26 to 10/31/26', '2026-11-01', '2026-11-07'],
])('states its period: %j', (text, from, to) => {
  expect(periodOf(text)).toEqual({ from, to });
});

test.each([
  ['Settlement, week 45'],
  ['Paid on 11/10/2026'],
  ['Period ending 11/07/2026'],
  ['Period 11/07/2026 to 11/01/2026'],
  ['Period 01/01/2026 to 11/07/2026'],
  ['Period 02/30/2026 to 03/05/2026'],
  ['Pay period 11/1/26 to 11/7/26\nPay period 11/8/26 to 11/14/26'],
  ['Period 11/1/26 to 11/7/26, paid 11/10/26'],
])('states none clearly: %j', (text) => {
  expect(periodOf(text)).toBeNull();
});
