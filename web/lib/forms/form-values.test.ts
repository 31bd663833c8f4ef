import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { fieldErrors, rowCount, rowsOf } from './form-values.ts';

const values = {
  first_name: 'Rosa',
  'references.0.phone': '1',
  'references.1.phone': '',
  'references.1.email': 'a@b.example',
};

test('returns rows in order, by their own field names', () => {
  expect(rowCount(values, 'references')).toBe(2);
  expect(rowCount(values, 'workExperiences')).toBe(0);
  expect(rowsOf(values, 'references')).toEqual([
    { phone: '1' },
    { phone: '', email: 'a@b.example' },
  ]);
});

test('returns the first error of a field by its wire name', () => {
  const schema = z.object({ rows: z.array(z.object({ name: z.string('Name it.') })) });
  expect(fieldErrors(schema, { rows: [{ name: 'a' }, {}] })).toEqual({ 'rows.1.name': 'Name it.' });
  expect(fieldErrors(schema, { rows: [] })).toEqual({});
});
