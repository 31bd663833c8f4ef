import { expect, test } from 'vitest';
import { codeText, placeText } from '#contract/filters/claims.ts';
import { changeText, clockText } from './claim-format.ts';
import { vinIn } from './vin-scanner.ts';

test.each([
  [null, false, ''],
  ['2026-04-06', false, '04/06/2026, 30 days left'],
  ['2026-03-08', false, '03/08/2026, 1 day left'],
  ['2026-03-07', false, '03/07/2026, today'],
  ['2026-03-06', false, '03/06/2026, 1 day overdue'],
  ['2026-03-05', true, '03/05/2026, done'],
])('the clock of %s, done %s, reads %j', (by, isDone, text) => {
  expect(clockText(by, isDone, '2026-03-07')).toBe(text);
});

test('names places and changes', () => {
  expect(codeText('11320')).toBe('Hood (11320)');
  expect(codeText('99320')).toBe('99320');
  expect(placeText({ stage: 'pickup', place: 'Omaha yard' })).toBe('Pickup, Omaha yard');
  expect(changeText('status', 'in_review')).toBe('In review');
  expect(changeText('received_on', '2026-03-07')).toBe('03/07/2026');
  expect(changeText('damage_amount', '9000.00')).toBe('$9,000.00');
});

test.each([
  ['1M8GDM9AXKP042788', '1M8GDM9AXKP042788'],
  ['I1M8GDM9AXKP042788', '1M8GDM9AXKP042788'],
  ['https://example.com/?vin=1m8gdm9axkp042788', '1M8GDM9AXKP042788'],
  ['1M8GDM9A1KP042788', null],
])('finds the VIN in %j: %s', (text, vin) => {
  expect(vinIn(text)).toBe(vin);
});
