import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { fieldErrors, isBlank, rowCount, rowsOf } from './form-values.ts';

const values = {
  first_name: 'Rosa',
  'references.0.phone': '1',
  'references.1.phone': '',
  'references.1.email': 'a@b.example',
};

test('rows come back in order, each by its own names', () => {
  expect(rowCount(values, 'references')).toBe(2);
  expect(rowCount(values, 'workExperiences')).toBe(0);
  expect(rowsOf(values, 'references')).toEqual([
    { phone: '1' },
    { phone: '', email: 'a@b.example' },
  ]);
});

test('a form without an answer is blank: empty, spaces, or 0', () => {
  expect(isBlank({ a: '', b: ' ', c: '0' })).toBe(true);
  expect(isBlank({ a: '', b: '1' })).toBe(false);
});

test('the first thing wrong with a field stands under its wire name', () => {
  const schema = z.object({ rows: z.array(z.object({ name: z.string('Name it.') })) });
  expect(fieldErrors(schema, { rows: [{ name: 'a' }, {}] })).toEqual({ 'rows.1.name': 'Name it.' });
  expect(fieldErrors(schema, { rows: [] })).toEqual({});
});
