import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { fieldErrors, rowsOf } from './form-values.ts';

const values = {
  first_name: 'Rosa',
  'references.0.phone': '1',
  'references.1.phone': '',
  'references.1.email': 'a@b.example',
};

test('returns rows in order, by their own field names', () => {
  expect(rowsOf(values, 'workExperiences')).toEqual([]);
  expect(rowsOf(values, 'references')).toEqual([
    { phone: '1' },
    { phone: '', email: 'a@b.example' },
  ]);
  // As posted by a program: gaps take no room.
  const far = { 'stops.999999999.place': 'Ames', 'stops.2.place': 'Boone', 'stops.x.place': 'x' };
  expect(rowsOf(far, 'stops')).toEqual([{ place: 'Boone' }, { place: 'Ames' }]);
});

test('returns the first error of a field by its wire name', () => {
  const schema = z.object({ rows: z.array(z.object({ name: z.string('Name it.') })) });
  expect(fieldErrors(schema, { rows: [{ name: 'a' }, {}] })).toEqual({ 'rows.1.name': 'Name it.' });
  expect(fieldErrors(schema, { rows: [] })).toEqual({});
});
