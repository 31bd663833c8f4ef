import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '#tests/harness/new-folder.ts';
import { textRow, workbookOf } from '#tests/harness/xlsx.ts';
import { zipOf } from '#tests/harness/zip.ts';
import { readInProcess } from '../../platform/sandbox/file-reader.ts';
import { readingLimits } from '../../platform/sandbox/reading-limits.ts';
import { readCsv } from './csv-reader.ts';
import type { SheetRow } from './sheet.ts';
import type { SheetFault, SheetReply, SheetRequest } from './sheet-reader.ts';

async function read(bytes: Buffer | string, isXlsx: boolean, sheet = '') {
  const path = join(newFolder(), 'sheet');
  writeFileSync(path, bytes);
  const request: SheetRequest = { path, isXlsx, sheet, encoding: '' };
  const program = 'server/features/import/sheet-process.ts';
  return readInProcess<SheetReply | SheetFault>(program, readingLimits.sheet, request);
}

const tableOf = (rows: readonly SheetRow[]) => rows.map(({ cells }) => cells);

async function tableIn(bytes: Buffer, sheet?: string): Promise<(readonly string[])[]> {
  const reply = await read(bytes, true, sheet);
  if (typeof reply === 'string' || 'fault' in reply) throw new Error(JSON.stringify(reply));
  return tableOf(reply.rows);
}

test.each([
  ['commas after a byte order mark', '\uFEFFa,b\r\n1,2\r\n', ['a|b', '1|2']],
  ['semicolons', 'a;b\n"1;2";"1,5"', ['a|b', '1;2|1,5']],
  ['tabs', 'a\tb\n1\t2', ['a|b', '1|2']],
  ["Excel's own first line", 'sep=|\r\na|b', ['a|b']],
  ['quoted line breaks and quotes', 'a,"x\r\ny ""z"""\n', ['a|x\r\ny "z"']],
  ['a quote within a cell', 'a,5" hitch', ['a|5" hitch']],
  ['old Macintosh line ends', 'a,b\rc,d', ['a|b', 'c|d']],
  ['Ctrl-Z at its end', 'a,b\r\n\x1a', ['a|b']],
])('reads CSV with %s', (_, text, expected) => {
  const table = tableOf(readCsv(Buffer.from(text), '').rows);
  expect(table.map((cells) => cells.join('|'))).toEqual(expected);
});

test('reads dates, formulas, padded numbers, merged cells and shared texts of a workbook', async () => {
  const rows =
    '<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" s="1"><v>45688.75</v></c><c r="C2"><f>A1*2</f><v>1234.5</v></c><c r="D2" s="2"><v>42</v></c></row>' +
    '<row r="4"><c r="B4"><v>0.30000000000000004</v></c><c r="C4"><f>A1</f></c><c r="D4" t="b"><v>1</v></c><c r="E4" t="e"><v>#N/A</v></c></row>' +
    '<row><c t="str"><f>X</f><v>text</v></c></row>';
  const after = '<mergeCells><mergeCell ref="A2:A4"/><mergeCell ref="A1:F1"/></mergeCells>';
  const book = workbookOf([{ name: 'One', rows, after }], {
    strings: ['Tom & _x0041_nn'],
    formats: ['', 'm/d/yy;@', '00000', '"day" 0'],
  });
  expect(await tableIn(book)).toEqual([
    ['Tom & Ann', '2025-01-31', '1234.5', '00042', ''],
    ['Tom & Ann', '0.3', '#VALUE!', 'TRUE', '#N/A'],
    ['text', '', '', '', ''],
  ]);
});

test('shows whole numbers with the signs of their format', async () => {
  const shown: [value: number, format: string, text: string][] = [
    [42, '"D-"0000', 'D-0042'],
    [1042, '00-000', '01-042'],
    [1042, '0000"-A"', '1042-A'],
    [42, '\\D0000', 'D0042'],
    [42, '[>99]0000;000', '042'],
    [3125550103, '[<=9999999]###-####;(###) ###-####', '(312) 555-0103'],
    [1234.5, '#,##0.00', '1234.5'],
  ];
  const cells = shown.map(([value], at) => `<row><c s="${at}"><v>${value}</v></c></row>`).join('');
  const formats = shown.map(([, format]) => format);
  expect(await tableIn(workbookOf([{ name: 'One', rows: cells }], { formats }))).toEqual(
    shown.map(([, , text]) => [text]),
  );
});

test('counts the days of workbooks from old Macintoshes from 1904', async () => {
  const rows = '<row r="1"><c r="A1" s="1"><v>44226</v></c></row>';
  const book = workbookOf([{ name: 'One', rows }], { formats: ['', 'yyyy-mm-dd'], is1904: true });
  expect(await tableIn(book)).toEqual([['2025-01-31']]);
});

test('refuses entities, damaged archives and files that unpack to more than they declare, and reads on', async () => {
  const rows = textRow(1, ['&lol9;']);
  const laughs = Array.from(
    { length: 9 },
    (_, at) => `<!ENTITY lol${at + 1} "${`&lol${at};`.repeat(10)}">`,
  );
  const prolog = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol0 "lol">${laughs.join('')}]>`;
  expect(await read(workbookOf([{ name: 'One', rows }], { prolog }), true)).toBe('failed');
  const external = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>';
  expect(await read(workbookOf([{ name: 'One', rows }], { prolog: external }), true)).toBe(
    'failed',
  );
  const fine = workbookOf([{ name: 'One', rows: textRow(1, ['fine']) }]);
  expect(await read(fine.subarray(0, fine.length / 2), true)).toBe('failed');
  const lying = zipOf([
    { name: 'xl/workbook.xml', value: ' '.repeat(50_000_000), declared: 1_000 },
  ]);
  expect(await read(lying, true)).toBe('failed');
  expect(await tableIn(fine)).toEqual([['fine']]);
});

test('stops at the row limit of an endless sheet', async () => {
  const rows = Array.from(
    { length: 200_000 },
    (_, at) => `<row r="${at + 1}"><c><v>${at}</v></c></row>`,
  );
  const table = await tableIn(workbookOf([{ name: 'One', rows: rows.join('') }]));
  expect(table.length).toBeGreaterThan(5_100);
  expect(table.length).toBeLessThan(5_110);
});
