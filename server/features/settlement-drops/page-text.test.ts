import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { endlessPdf, pdfWithPages } from '../../../tests/harness/pdf-pages.ts';
import { openPageReader, type PageReader } from './page-text.ts';

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

test('reads the first page line by line and column by column', async () => {
  const pages = Array.from({ length: 300 }, (_, at) => `Page ${at}\nEmil Novotny`);
  const reader = opened();
  const long = stored(await pdfWithPages(pages));
  expect(await reader.read(long)).toEqual({ text: 'Page 0\nEmil Novotny', fault: null });
  const longText = stored(await pdfWithPages(['Emil '.repeat(200_000)]));
  const { text } = await reader.read(longText);
  expect(text?.length).toBeLessThanOrEqual(20_000);
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
    expect(await reader.read(stored(bad))).toEqual({ text: null, fault: 'unreadable' });
    expect(await reader.read(good)).toMatchObject({ text: 'Emil Novotny' });
  }
  expect(await reader.read(join(folder, 'gone'))).toMatchObject({ fault: 'unreadable' });
});

test('stops a page that takes too long and reads the next one in a new worker', async () => {
  const reader = opened();
  const [slow, good] = [stored(endlessPdf()), stored(await pdfWithPages(['Emil Novotny']))];
  const [first, second] = await Promise.all([reader.read(slow), reader.read(good)]);
  expect(first).toEqual({ text: null, fault: 'slow' });
  expect(second).toMatchObject({ text: 'Emil Novotny', fault: null });
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
    { text: null, fault: 'unreadable' },
    { text: null, fault: 'unreadable' },
  ]);
});
