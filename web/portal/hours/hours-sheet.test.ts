import { expect, test } from 'vitest';
import {
  changedRows,
  differencesOf,
  hoursOf,
  mergeSheet,
  type Sheet,
  valuesOf,
  withoutDisputed,
  withSaved,
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

test.each(['', '-1', '1.234', '1e9', 'ten', '100000'])('%j is not a number of hours', (text) => {
  expect(hoursOf(text)).toBeNull();
});

test('counts rows that differ from the saved hours', () => {
  expect(changedRows(base, valuesOf(base).rows)).toEqual([]);
  expect(changedRows(base, typed('12.00').rows)).toEqual([]);
  expect(changedRows(base, typed('13').rows)).toEqual(['e7']);
});

test.each([
  ['follows a reload where nothing was typed', '12', sheetWith(15, 41, 4), 15, '15', 4],
  [
    'keeps a typed cell, its version and what it was typed over',
    '20',
    sheetWith(15, 41, 4),
    12,
    '20',
    3,
  ],
  ['ignores a reload that is older than what was saved', '12', sheetWith(1, 1, 2), 12, '12', 3],
])('%s', (_, text, next, pto_hours, pto_text, version) => {
  const { sheet, values } = mergeSheet(base, next, typed(text));
  expect(sheet.rows.e7).toMatchObject({ pto_hours, version });
  expect(values.rows.e7?.pto_hours).toBe(pto_text);
  expect(values.rows.e7?.work_hours, 'the other cell follows').toBe(
    String(sheet.rows.e7?.work_hours),
  );
});

test.each([
  ['takes a cell that someone else changed meanwhile', '12', '15'],
  ['keeps what was typed since', '13', '13'],
])('after saving %s', (_, text, pto_text) => {
  const sent = { reason: '', rows: { e7: { pto_hours: 12, work_hours: 38 } } };
  const saved = sheetWith(15, 38, 5);
  const values = withSaved(typed(text, '38'), sent, base, saved);
  expect(values.rows.e7).toEqual({ pto_hours: pto_text, work_hours: '38' });
  expect(withSaved(typed(text, '38'), sent, base, base).rows).toEqual(typed(text, '38').rows);
});

test('removes deleted employees', () => {
  expect(mergeSheet(base, { version: 0, rows: {} }, typed('20')).values.rows).toEqual({});
});

test.each([
  ['another cell', sheetWith(12, 1, 4), [], '20'],
  ['the same value', sheetWith(20, 40.5, 4), [], '20'],
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
