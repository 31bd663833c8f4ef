import { expect, test } from 'vitest';
import { netPayOf } from './net-pay.ts';

test.each([
  ['Loads\t$2,100.00\nFuel\t-$300.00\nNet pay\t$1,800.00', 180_000],
  ['NET PAY: $950.25', 95_025],
  ['Net settlement ..... 1800.00', 180_000],
  ['Net Pay\n$1,800.00\nThank you', 180_000],
  ['Gross pay $2,100.00\nTotal deductions $300.00\nAmount paid $1,800.00', 180_000],
  ['Check amount $12.00', 1_200],
  ['Net pay -$45.10', -4_510],
  ['Net pay ($45.10)', -4_510],
  // The same amount twice is one amount.
  ['Net pay $10.00\nSummary\nNet pay $10.00', 1_000],
  // The net label decides.
  ['Settlement total $2,100.00\nNet pay $1,800.00', 180_000],
  ['Net pay $1,800.00\nNet pay YTD $45,000.00', 180_000],
])('states its net pay: %j', (text, cents) => {
  expect(netPayOf(text)).toBe(cents);
});

test.each([
  ['Settlement, week 45'],
  ['Total $1,800.00'],
  ['Gross pay $2,100.00'],
  ['Net pay $1,800.00\nNet pay $1,900.00'],
  ['Net pay $1,800.00 $45,000.00'],
  ['Gross pay\tDeductions\tNet pay\n$2,100.00\t$300.00\t$1,800.00'],
  ['Net pay\nsee page 2'],
  ['Net pay 18'],
  ['Net pay $1,80.00'],
  ['Net pay 99999999.00'],
  ['Net pay ($45.10'],
  ['Net payroll $1,800.00'],
  ['Net pay\t\nNet pay $1,800.00'],
])('states none clearly: %j', (text) => {
  expect(netPayOf(text)).toBeNull();
});
