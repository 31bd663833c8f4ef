import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Cell } from '#contract/text/csv.ts';
import { rounds } from '#tests/fixtures/fuzz.ts';
import { readXlsx } from '#tests/harness/read-xlsx.ts';
import { type XlsxColumn, xlsx } from './xlsx.ts';

const at = new Date('2026-03-04T05:06:08.000Z');
const column = (header: string, format: XlsxColumn['format'] = 'text'): XlsxColumn => ({
  header,
  format,
  width: 20,
});

async function* pagesOf(...pages: Cell[][][]): AsyncGenerator<Cell[][]> {
  yield* pages;
}

const workbookOf = (columns: readonly XlsxColumn[], rows: Cell[][], maxRows?: number) =>
  buffer(xlsx('Loads & more', columns, pagesOf(...rows.map((row) => [row])), at, maxRows));

test('writes typed cells under a frozen header', async () => {
  const columns = [
    ...[column('Driver <1>'), column('Loads', 'number'), column('Amount', 'money')],
    ...[column('PTO', 'hours'), column('Day', 'date'), column('Time', 'time')],
    column('Read', 'flag'),
  ];
  const { parts, sheets } = await readXlsx(
    await workbookOf(columns, [
      ['Ann & Bo', 3, 1234.5, 7.25, '2026-03-06', '2026-03-06 12:00:00', 'true'],
      ['', null, null, 0, '1900-01-01', null, 'false'],
    ]),
  );
  expect([...parts.keys()]).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/styles.xml',
    'xl/worksheets/sheet1.xml',
    'xl/_rels/workbook.xml.rels',
    'xl/workbook.xml',
  ]);
  expect(parts.get('xl/workbook.xml')).toContain('<sheet name="Loads &amp; more" sheetId="1"');
  const sheet = parts.get('xl/worksheets/sheet1.xml');
  expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2"');
  expect(sheet?.match(/<col /g)).toHaveLength(7);
  const formats = [...(parts.get('xl/styles.xml') ?? '').matchAll(/<xf numFmtId="(\d+)"/g)];
  // The first one is the base style.
  const formatOf = (style: number) => Number(formats[style + 1]?.[1]);
  const [header = [], first = [], second = []] = sheets[0] ?? [];
  expect(header.map(({ value }) => value)).toEqual(columns.map((one) => one.header));
  expect(first.map(({ type, value }) => [type, value])).toEqual([
    ['inlineStr', 'Ann & Bo'],
    [undefined, '3'],
    [undefined, '1234.5'],
    [undefined, '7.25'],
    [undefined, '46087'],
    [undefined, '46087.5'],
    ['b', '1'],
  ]);
  expect(first.map(({ style }) => formatOf(style))).toEqual([0, 0, 164, 2, 165, 166, 0]);
  // Excel's calendar begins in March 1900; empty cells are left out.
  expect(second.map((cell) => [cell.at, cell.type, cell.value])).toEqual([
    ['D3', undefined, '0'],
    ['E3', 'inlineStr', '1900-01-01'],
    ['G3', 'b', '0'],
  ]);
});

const text = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n\'",;a1 é&<>_x0041_') }),
  fc.string({ unit: 'binary' }),
);

test('keeps every text as a text that is never run as a formula (SEC23)', async () => {
  const table = fc.array(fc.array(text, { minLength: 3, maxLength: 3 }), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(table, async (rows) => {
      const columns = ['A', 'B', 'C'].map((name) => column(name));
      const { parts, sheets } = await readXlsx(await workbookOf(columns, rows));
      expect([...parts.values()].join('')).not.toContain('<f>');
      const quoted = [...(parts.get('xl/styles.xml') ?? '').matchAll(/<xf [^>]*>/g)]
        .slice(1)
        .findIndex(([format]) => format.includes('quotePrefix="1"'));
      const found = (sheets[0] ?? []).slice(1);
      // Lone surrogates can't be written.
      const written = rows.map((row) => row.map((value) => value.toWellFormed()));
      expect(found.map((row) => row.map(({ value }) => value))).toEqual(
        written.map((row) => row.filter((value) => value !== '')),
      );
      for (const { type, style, value } of found.flat()) {
        expect(type).toBe('inlineStr');
        if (/^[=+\-@\t\r\n]/.test(value)) expect(style).toBe(quoted);
      }
    }),
    rounds(20),
  );
});

test('cuts texts that Excel would delete, and begins a sheet when one is full', async () => {
  const long = 'x'.repeat(40_000);
  const { parts, sheets } = await readXlsx(
    await workbookOf([column('Note')], [[long], ['b'], ['c'], ['d'], ['e']], 3),
  );
  const values = sheets.map((rows) => rows.map((row) => row[0]?.value));
  expect(values[0]?.[1]).toBe(`${'x'.repeat(32_766)}…`);
  expect(values.slice(1)).toEqual([
    ['Note', 'c', 'd'],
    ['Note', 'e'],
  ]);
  expect(parts.get('xl/workbook.xml')).toContain(
    'name="Loads &amp; more 3" sheetId="3" r:id="rId3"',
  );
  expect(parts.get('xl/_rels/workbook.xml.rels')).toContain('Target="worksheets/sheet3.xml"');
});
