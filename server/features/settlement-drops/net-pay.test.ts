import { expect, test } from 'vitest';
import { pageOf } from '#tests/harness/page-lines.ts';
import { netPayOf } from './net-pay.ts';

const netPayIn = (...pages: string[]) => netPayOf(pages.map(pageOf));

test.each([
  ['Loads\t$2,100.00\nFuel\t-$300.00\nNet pay\t$1,800.00', 180_000],
  ['Net Pay\n$1,800.00\nThank you', 180_000],
  ['Gross pay $2,100.00\nTotal deductions $300.00\nAmount paid $1,800.00', 180_000],
  // The same amount twice is one amount.
  ['Net pay $10.00\nSummary\nNet pay $10.00', 1_000],
  // The net label decides.
  ['Settlement total $2,100.00\nNet pay $1,800.00', 180_000],
  ['Net pay $1,800.00\nNet pay YTD $45,000.00', 180_000],
  ['Total settlement to driver   $1,800.00\nCash advance amount paid   $300.00', 180_000],
  ['Net pay   $**1,800.00**', 180_000],
])('states its net pay: %j', (text, cents) => {
  expect(netPayIn(text)).toBe(cents);
});

test.each([
  ['Net pay -$45.10', -4_510],
  ['Net pay ($45.10)', -4_510],
  ['Net pay $-45.10', -4_510],
  ['Net pay 45.10-', -4_510],
  ['Net pay .....-45.10', -4_510],
  ['Net pay - $45.10', 4_510],
  // A leader or a minus.
  ['Net pay-$45.10', null],
  ['Net pay 45.10 CR', null],
])('tells a minus from a leader: %j', (text, cents) => {
  expect(netPayIn(text)).toBe(cents);
});

test.each([
  ['Settlement, week 45'],
  ['Gross pay $2,100.00'],
  ['Net pay $1,800.00\nNet pay $1,900.00'],
  ['Net pay $1,800.00 $45,000.00'],
  ['Net pay\nsee page 2'],
  ['Net pay $1,80.00'],
  ['Net pay 99999999.00'],
  // Other amounts.
  ['Cash advance amount paid $300.00'],
  ['Escrow deposit amount $50.00'],
  ['Net pay before escrow $2,000.00'],
  // Other times.
  ['Year to date\nGross pay $98,700.00\nNet pay $84,000.00'],
  ['Previous settlement\nNet pay $1,700.00'],
])('states none clearly: %j', (text) => {
  expect(netPayIn(text)).toBeNull();
});

test.each([
  [
    'a heading above it',
    'Gross pay   Deductions    Net pay\n$2,100.00      $300.00  $1,800.00',
    180_000,
  ],
  [
    'columns of both',
    'Earnings   Current        YTD\nGross     2,100.00  98,700.00\nNet Pay   1,800.00  84,000.00',
    180_000,
  ],
  [
    'the year only',
    'Earnings   Current        YTD\nGross     2,100.00  98,700.00\nNet Pay             84,000.00',
    null,
  ],
  ['several rows', 'Load     Net pay\n1001     $900.00\n1002     $900.10', null],
  ['an amount under two headings', 'Gross Net pay\n    $1,800.00', null],
])('finds the amount in a table: %s', (_, text, cents) => {
  expect(netPayIn(text)).toBe(cents);
});

test('reads all pages, and none when they differ', () => {
  expect(netPayIn('Driver', 'Loads', 'Net pay $1.00')).toBe(100);
  expect(netPayIn('Net pay $1.00', 'Net pay $2.00')).toBeNull();
});
