import { expect, test } from 'vitest';
import type { FieldKind } from '#contract/wire/record-fields.ts';
import { cellValue } from './cell-values.ts';

const cases: [FieldKind, cell: string, value: string][] = [
  ['date', '1/31/2025', '2025-01-31'],
  ['date', '31-Jan-25', '2025-01-31'],
  ['date', 'Jan 31, 2025', '2025-01-31'],
  ['date', 'Friday, January 31st, 2025', '2025-01-31'],
  ['date', '2025-01-31 00:00:00', '2025-01-31'],
  ['date', '1/31/2025 5:00 PM', '2025-01-31'],
  ['date', '45688', '2025-01-31'],
  ['date', '7/4/76', '1976-07-04'],
  ['flag', 'Yes', '1'],
  ['flag', 'maybe', 'maybe'],
  ['phone', '8155550100', '815-555-0100'],
  ['phone', '(815)  555-0100', '(815) 555-0100'],
  ['phone', '3125550103.0', '312-555-0103'],
  ['phone', '3.125550103E9', '312-555-0103'],
  ['phone', '３１２５５５０１０３', '312-555-0103'],
  ['line', ' two\u00a0 words\u200b ', 'two words'],
  ['line', "'=1+1", '=1+1'],
  ['text', 'one\n\ntwo ', 'one\n\ntwo'],
];

test.each(cases)('reads %s %j as %j', (kind, cell, value) => {
  expect(cellValue({ kind, label: '' }, cell)).toBe(value);
});

test('finds choices by value or label, without case and punctuation', () => {
  const options = [{ value: 'full_time', label: 'Full time' }, 'All'];
  const field = { kind: 'choice', label: '', options } as const;
  const values = ['FULL-TIME', 'all', 'some'].map((cell) => cellValue(field, cell));
  expect(values).toEqual(['full_time', 'All', 'some']);
});
