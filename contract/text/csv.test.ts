import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rounds } from '#tests/fixtures/fuzz.ts';
import { parseCsv } from '#tests/harness/csv.ts';
import { type Cell, csv } from './csv.ts';

const text = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n\'",;a1 é') }),
  fc.string({ unit: 'binary' }),
);
const cell: fc.Arbitrary<Cell> = fc.oneof(text, fc.nat(), fc.constant(null));

test('keeps every text distinct and starts no cell like a formula (SEC23)', () => {
  const table = fc.integer({ min: 1, max: 5 }).chain((width) => {
    const lengths = { minLength: width, maxLength: width };
    return fc.tuple(fc.array(text, lengths), fc.array(fc.array(cell, lengths)));
  });
  fc.assert(
    fc.property(table, ([header, rows]) => {
      const { raw, cells } = parseCsv(csv(header, rows));
      expect(cells).toEqual(
        [header, ...rows].map((row) => row.map((value) => String(value ?? ''))),
      );
      for (const value of raw.flat()) expect(value).not.toMatch(/^[=+\-@\t\r]/);
    }),
    rounds(50),
  );
});

test('writes numbers unquoted and ends lines with CR LF', () => {
  expect(
    csv(
      ['name', 'hours'],
      [
        ['=1+1', -1.5],
        ['a "b", c', null],
      ],
    ),
  ).toBe('name,hours\r\n\'=1+1,-1.5\r\n"a ""b"", c",\r\n');
});
