import { expect, test } from 'vitest';
import { carRegions, drawing } from '#contract/car-regions.ts';
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
  expect(codeText('')).toBe('');
  expect(placeText({ stage: 'pickup', place: 'Omaha yard' })).toBe('Pickup, Omaha yard');
  expect(placeText({ stage: '', place: '' })).toBe('');
  expect(changeText('status', 'in_review')).toBe('In review');
  expect(changeText('received_on', '2026-03-07')).toBe('03/07/2026');
  expect(changeText('damage_amount', '9000.00')).toBe('$9,000.00');
  expect(changeText('damage_date', '2026-03-07')).toBe('03/07/2026');
  expect(changeText('response', 'disputed')).toBe('Disputed');
});

test.each([
  ['1M8GDM9AXKP042788', '1M8GDM9AXKP042788'],
  ['I1M8GDM9AXKP042788', '1M8GDM9AXKP042788'],
  ['https://example.com/?vin=1m8gdm9axkp042788', '1M8GDM9AXKP042788'],
  ['1M8GDM9A1KP042788', null],
  ['', null],
])('finds the VIN in %j: %s', (text, vin) => {
  expect(vinIn(text)).toBe(vin);
});

test('places have digits and names of their own, and do not overlap', () => {
  expect(new Set(carRegions.map(({ digits }) => digits)).size).toBe(carRegions.length);
  expect(new Set(carRegions.map(({ name }) => name)).size).toBe(carRegions.length);
  for (const { digits, box } of carRegions) {
    const [x, y, width, height] = box;
    expect(digits).toMatch(/^\d\d$/);
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
    expect([x + width <= drawing.width, y + height <= drawing.height]).toEqual([true, true]);
    const others = carRegions.filter((one) => one.digits !== digits);
    const overlapping = others.filter(({ box: [left, top, w, h] }) => {
      const isBeside = left >= x + width || left + w <= x || top >= y + height || top + h <= y;
      return !isBeside;
    });
    expect(overlapping).toEqual([]);
  }
});
