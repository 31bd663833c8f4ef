import { expect, test } from 'vitest';
import {
  changedRows,
  differencesOf,
  hoursOf,
  mergeSheet,
  type Sheet,
  valuesOf,
  withoutDisputed,
} from './hours-sheet.ts';

const sheetWith = (pto_hours: number, work_hours: number, version: number): Sheet => ({
  version: 0,
  rows: { e7: { pto_hours, work_hours, version } },
});
const base = sheetWith(12, 40.5, 3);
const typed = (pto_hours: string, work_hours = '40.5') => ({
  reason: 'Carried over',
  rows: { e7: { pto_hours, work_hours } },
});
const nameOf = () => 'Rosa';

test.each(['', '-1', '1.234', '1e9', '100000'])('%j is not a number of hours', (text) => {
  expect(hoursOf(text)).toBeNull();
});

test('counts rows that differ from the saved hours', () => {
  expect(changedRows(base, valuesOf(base).rows)).toEqual([]);
  expect(changedRows(base, typed('12.00').rows)).toEqual([]);
  expect(changedRows(base, typed('13').rows)).toEqual(['e7']);
});

test('a reload keeps a typed cell, its version and what it was typed over', () => {
  const { sheet, values } = mergeSheet(base, sheetWith(15, 41, 4), typed('20'));
  expect(sheet.rows.e7).toMatchObject({ pto_hours: 12, version: 3 });
  expect(values.rows.e7).toEqual({ pto_hours: '20', work_hours: '41' });
});

test.each([
  ['another cell', sheetWith(12, 1, 4), [], '20'],
  [
    'the same cell',
    sheetWith(15, 40.5, 4),
    [{ label: 'PTO Hours of Rosa', saved: '15', entered: '20' }],
    '15',
  ],
])('reports only cells that both changed: %s', (_, current, differences, left) => {
  expect(differencesOf(base, current, typed('20'), nameOf)).toEqual(differences);
  const values = withoutDisputed(typed('20'), current, base);
  expect(values.rows.e7?.pto_hours).toBe(left);
  expect(values.reason).toBe('Carried over');
});
