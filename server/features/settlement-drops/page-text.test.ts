import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '#tests/harness/new-folder.ts';
import { patientReading } from '#tests/harness/patient-reading.ts';
import { endlessPdf, pdfWithPages, pdfWithPlaced } from '#tests/harness/pdf-pages.ts';
import { readingLimits } from '../../platform/sandbox/reading-limits.ts';
import { cellsOf, type Page } from './page-lines.ts';
import { readPageText } from './page-text.ts';
import { readPages } from './pages.ts';

patientReading();
const folder = newFolder();

function stored(bytes: Buffer | string): string {
  const path = join(folder, createHash('sha256').update(bytes).digest('hex'));
  writeFileSync(path, bytes);
  return path;
}

/** The text of pages, with line feeds between lines and tabs between cells. */
const textOf = (pages: readonly Page[]) =>
  pages.map(({ lines }) =>
    lines
      .map((line) =>
        cellsOf(line)
          .map(({ text }) => text)
          .join('\t'),
      )
      .join('\n'),
  );

test('reads the first and the last pages line by line and column by column', async () => {
  const pages = Array.from({ length: 25 }, (_, at) => `Page ${at}\nEmil Novotny`);
  const read = await readPages(stored(await pdfWithPages(pages)));
  expect(textOf(read)).toEqual([...pages.slice(0, 2), ...pages.slice(-2)]);
  expect(read.map(({ page }) => page)).toEqual([1, 2, 24, 25]);
  const short = await readPages(stored(await pdfWithPages(pages.slice(0, 3))));
  expect(textOf(short)).toEqual(pages.slice(0, 3));
  const longText = stored(await pdfWithPages(['Emil '.repeat(10_000)]));
  for (const text of textOf(await readPages(longText))) {
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
  for (const rotation of [0, 90]) {
    const read = await readPages(stored(await pdfWithPlaced(placed, rotation)));
    expect(textOf(read), `${rotation}`).toEqual(['Escrow\t$300.00\nNet pay\t$1,800.00']);
  }
});

const nothing = { pages: [], fault: 'unreadable' };
const amount = 'Net pay $12.00';

test('reports a broken, encrypted or blank page as unreadable and reads the next one', async () => {
  const fine = await pdfWithPages([amount]);
  const good = stored(fine);
  for (const bad of [
    '%PDF-1.7\n%%EOF\n',
    fine.subarray(0, 200),
    await pdfWithPages([amount], { userPassword: 'only the driver knows' }),
    await pdfWithPages(['']),
  ]) {
    expect(await readPageText(stored(bad))).toEqual(nothing);
    expect(await readPageText(good)).toMatchObject({ pages: [{ page: 1 }], fault: null });
  }
  expect(await readPageText(join(folder, 'gone'))).toMatchObject({ fault: 'unreadable' });
});

test('stops a page that takes too long and reads the next one in a new process', async () => {
  const [slow, good] = [stored(endlessPdf()), stored(await pdfWithPages([amount]))];
  const limits: { ms: number } = readingLimits.pdfText;
  const { ms } = limits;
  limits.ms = 200;
  const first = await readPageText(slow);
  limits.ms = ms;
  expect(first).toEqual({ ...nothing, fault: 'slow' });
  expect(await readPageText(good)).toMatchObject({ pages: [{ page: 1 }], fault: null });
});
