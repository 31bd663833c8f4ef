import { expect, test } from 'vitest';
import type { Employee } from '#contract/users.ts';
import { changedRows, hoursOf } from './hours-sheet.ts';

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
