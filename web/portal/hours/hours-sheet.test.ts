import { expect, test } from 'vitest';
import type { Employee } from '#contract/users.ts';
import { changedRows, differencesOf, hoursOf, withoutRows } from './hours-sheet.ts';

const rosa = { employee_id: 7, pto_hours: 12, work_hours: 40.5, version: 3 } as Employee;
const typed = (pto_hours: string) => ({ e7: { version: 3, pto_hours } });

test.each(['', '-1', '1.234', '1e9', '100000'])('%j is not a number of hours', (text) => {
  expect(hoursOf(text)).toBeNull();
});

test('counts rows that differ from the saved hours', () => {
  expect(changedRows([rosa], {})).toEqual([]);
  expect(changedRows([rosa], typed('12.00'))).toEqual([]);
  expect(changedRows([rosa], typed('13'))).toEqual([rosa]);
});

test('a conflict shows the typed cells of its rows, and the other rows stay', () => {
  const stored = { version: 0, rows: { e7: { ...rosa, pto_hours: 15, version: 4 } } };
  const rows = { ...typed('20'), e8: { version: 1, work_hours: '1' } };
  expect(differencesOf(stored, { reason: '', rows }, () => 'Rosa')).toEqual([
    { label: 'PTO Hours of Rosa', saved: '15', entered: '20' },
  ]);
  expect(withoutRows(rows, Object.keys(stored.rows))).toEqual({ e8: rows.e8 });
});
