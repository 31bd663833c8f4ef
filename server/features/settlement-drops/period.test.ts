import { expect, test } from 'vitest';
import { pageOf } from '#tests/harness/page-lines.ts';
import { periodOf } from './period.ts';

test.each([
  ['Pay Period: 11/01/2026 - 11/07/2026', '2026-11-01', '2026-11-07'],
  ['Period\t2026-11-01 to 2026-11-07\nNet pay $1,800.00', '2026-11-01', '2026-11-07'],
  ['Settlement period: Oct 26, 2026 – Nov 1, 2026', '2026-10-26', '2026-11-01'],
  ['Week ending 1/2/27', '2026-12-27', '2027-01-02'],
  // The same period twice is one period.
  ['Period 11/1/26 to 11/7/26\nPay period 2026-11-01 - 2026-11-07', '2026-11-01', '2026-11-07'],
  ['Period 11/1/26 to 11/7/26\nLast period 10/25/26 to 10/31/26', '2026-11-01', '2026-11-07'],
  // A pay date beside it.
  ['Pay Period 11/01/2026 - 11/07/2026   11/13/2026', '2026-11-01', '2026-11-07'],
  [
    'Period Begin: 11/01/2026   Period End: 11/07/2026   Check Date: 11/13/2026',
    '2026-11-01',
    '2026-11-07',
  ],
  ['Pay Begin Date:   11/01/2026\nPay End Date:   11/07/2026', '2026-11-01', '2026-11-07'],
  [
    'Pay period                  Pay date\n11/01/2026 - 11/07/2026     11/13/2026',
    '2026-11-01',
    '2026-11-07',
  ],
  // Other forms of dates.
  ['Settlement period 11-01-2026 to 11-07-2026', '2026-11-01', '2026-11-07'],
  ['Pay period Nov 1 - 7, 2026', '2026-11-01', '2026-11-07'],
  ['Pay period Sunday, Nov. 1, 2026 thru Saturday, Nov. 7, 2026', '2026-11-01', '2026-11-07'],
])('states its period: %j', (text, from, to) => {
  expect(periodOf([pageOf(text)])).toEqual({ from, to });
});

test.each([
  ['Settlement, week 45'],
  ['Paid on 11/10/2026'],
  ['Period ending 11/07/2026'],
  ['Period 11/07/2026 to 11/01/2026'],
  ['Period 01/01/2026 to 11/07/2026'],
  ['Pay period 11/1/26 to 11/7/26\nPay period 11/8/26 to 11/14/26'],
  // Periods of something else.
  ['Fuel card purchases\nPeriod: 10/25/2026 - 10/31/2026'],
  ['Previous pay period 10/25/2026 - 10/31/2026'],
  ['Pay dates 11/01/2026 - 11/07/2026'],
])('states none clearly: %j', (text) => {
  expect(periodOf([pageOf(text)])).toBeNull();
});

test('is read from any page', () => {
  const pages = ['Loads', 'Week ending 11/07/2026', 'Net pay $1.00'].map(pageOf);
  expect(periodOf(pages)).toEqual({ from: '2026-11-01', to: '2026-11-07' });
});
