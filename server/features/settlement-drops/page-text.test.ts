import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { endlessPdf, pdfWithPages, pdfWithPlaced } from '../../../tests/harness/pdf-pages.ts';
import { netPayOf } from './net-pay.ts';
import { openPageReader, type PageReader, type PageText } from './page-text.ts';

let folder = '';
const readers: PageReader[] = [];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'headrack-pages-'));
});
afterEach(async () => {
  for (const reader of readers.splice(0)) await reader.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function opened(): PageReader {
  const reader = openPageReader();
  readers.push(reader);
  return reader;
}

function stored(bytes: Buffer | string): string {
  const path = join(folder, createHash('sha256').update(bytes).digest('hex'));
  writeFileSync(path, bytes);
  return path;
}

/** The text of pages, with line feeds between lines and tabs between cells. */
const textOf = ({ pages }: PageText) =>
  pages.map((page) => page.map(({ cells }) => cells.map(({ text }) => text).join('\t')).join('\n'));

test('reads the first and the last pages line by line and column by column', async () => {
  const pages = Array.from({ length: 300 }, (_, at) => `Page ${at}\nEmil Novotny`);
  const reader = opened();
  const read = await reader.read(stored(await pdfWithPages(pages)));
  expect(read.fault).toBeNull();
  expect(textOf(read)).toEqual([...pages.slice(0, 10), ...pages.slice(-10)]);
  const short = await reader.read(stored(await pdfWithPages(pages.slice(0, 6))));
  expect(textOf(short)).toEqual(pages.slice(0, 6));
  const longText = stored(await pdfWithPages(['Emil '.repeat(200_000)]));
  for (const text of textOf(await reader.read(longText))) {
    expect(text.length).toBeLessThanOrEqual(20_000);
  }
});

test('reads a page by positions, whatever the order in the file', async () => {
  const placed = [
    { text: '$300.00', x: 300, y: 120 },
    { text: '$1,800.00', x: 300, y: 140 },
    { text: 'Net pay', x: 50, y: 140 },
    { text: 'Escrow', x: 50, y: 120.5 },
    // Bold type is often the same text twice.
    { text: 'Net pay', x: 50.3, y: 140 },
  ];
  const reader = opened();
  for (const rotation of [0, 90, 180, 270]) {
    const read = await reader.read(stored(await pdfWithPlaced(placed, rotation)));
    expect(textOf(read), `${rotation}`).toEqual(['Escrow\t$300.00\nNet pay\t$1,800.00']);
    expect(netPayOf(read.pages)).toBe(180_000);
  }
});

test('reports a broken, encrypted or blank page as unreadable and reads the next one', async () => {
  const reader = opened();
  const fine = await pdfWithPages(['Emil Novotny']);
  const good = stored(fine);
  for (const bad of [
    '%PDF-1.7\n%%EOF\n',
    fine.subarray(0, 200),
    await pdfWithPages(['Emil Novotny'], { userPassword: 'only the driver knows' }),
    await pdfWithPages(['']),
  ]) {
    expect(await reader.read(stored(bad))).toEqual({ pages: [], fault: 'unreadable' });
    expect(textOf(await reader.read(good))).toEqual(['Emil Novotny']);
  }
  expect(await reader.read(join(folder, 'gone'))).toMatchObject({ fault: 'unreadable' });
});

test('stops a page that takes too long and reads the next one in a new process', async () => {
  const reader = opened();
  const [slow, good] = [stored(endlessPdf()), stored(await pdfWithPages(['Emil Novotny']))];
  const [first, second] = await Promise.all([reader.read(slow), reader.read(good)]);
  expect(first).toEqual({ pages: [], fault: 'slow' });
  expect([textOf(second), second.fault]).toEqual([['Emil Novotny'], null]);
});

test('does not block the event loop, and ends with the reader', async () => {
  const reader = opened();
  const longText = stored(await pdfWithPages(['Emil '.repeat(200_000)]));
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 5);
  const reading = reader.read(longText);
  await reading;
  clearInterval(timer);
  expect(turns).toBeGreaterThan(3);
  const waiting = [reader.read(longText), reader.read(longText)];
  await reader.close();
  expect(await Promise.all(waiting)).toEqual([
    { pages: [], fault: 'slow' },
    { pages: [], fault: 'slow' },
  ]);
});
