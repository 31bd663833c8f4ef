/** Small files that unpack to far more than the server has: each reader gives up, and the server's memory stays. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { PdfRequest } from '#server/features/exports/driver-file-pdf-process.ts';
import type { SheetReply, SheetRequest } from '#server/features/import/sheet-process.ts';
import { readSettlement } from '#server/features/settlement-drops/page-text.ts';
import { root } from '#server/platform/runtime/root.ts';
import { readInProcess } from '#server/platform/sandbox/file-reader.ts';
import { readingLimits } from '#server/platform/sandbox/reading-limits.ts';
import { detectOfficeKind } from '#server/platform/uploads/office-zip.ts';
import { opensAsPdf } from '#server/platform/uploads/opens-as-pdf.ts';
import { reencode } from '#server/platform/uploads/reencode.ts';
import { greyOf } from './harness/file-samples.ts';
import { pdfBomb, pdfWithPages } from './harness/pdf-pages.ts';
import { textRow, workbookOf } from './harness/xlsx.ts';
import { zipOf } from './harness/zip.ts';

const folder = mkdtempSync(join(tmpdir(), 'headrack-bombs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
function stored(bytes: Buffer | string): string {
  count += 1;
  const path = join(folder, String(count));
  writeFileSync(path, bytes);
  return path;
}

const flood = (megabytes: number, text: string) => Buffer.alloc(megabytes * 1024 * 1024, text);

/** Prepares the bombs of each reader, and returns what reads them. */
const bombs: Record<keyof typeof readingLimits, () => () => Promise<void>> = {
  picture: () => {
    const rule = { field: 'file', kinds: ['png'], required: true, maxBytes: 'usual' } as const;
    const task = {
      path: stored(greyOf(30_000, 30_000)),
      kind: 'png',
      rule: { ...rule, maxBytesFor: () => 1e9 },
      folder,
      owner: '',
      isAbandoned: () => false,
    } as const;
    return () => expect(reencode(task)).rejects.toMatchObject({ status: 413 });
  },
  oddPdf: () => {
    const path = stored(Buffer.concat([Buffer.from('\r\n'), pdfBomb('places')]));
    return async () => expect(await opensAsPdf(path)).toBeTypeOf('boolean');
  },
  pdfText: () => {
    const bomb = stored(pdfBomb());
    const loop = stored(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[2 0 R 2 0 R]/Count 2>>endobj
trailer<</Root 1 0 R/Size 3/Prev 0>>\nstartxref\n0\n%%EOF\n`);
    return async () => {
      const read = (path: string) => readSettlement({ path, fileName: '', people: null });
      expect((await read(bomb)).fault).toBe('slow');
      expect((await read(loop)).fault).not.toBeNull();
      const fine = await read(stored(await pdfWithPages(['Emil Novotny'])));
      expect(fine).toMatchObject({ fault: null });
    };
  },
  sheet: () => {
    const program = 'server/features/import/sheet-process.ts';
    const read = (path: string, isXlsx: boolean) => {
      const request: SheetRequest = { path, isXlsx, sheet: '', encoding: '' };
      return readInProcess<SheetReply>(program, readingLimits.sheet, request);
    };
    const shared = '<row r="1"><c r="A1" t="s"><v>0</v></c></row>';
    const strings = [flood(150, 'a').toString('latin1')];
    const bomb = stored(workbookOf([{ name: 'One', rows: shared }], { strings }));
    const line = stored(flood(10, 'a,'));
    const fine = stored(workbookOf([{ name: 'One', rows: textRow(1, ['fine']) }]));
    return async () => {
      expect(await read(bomb, true)).toBe('failed');
      expect(await read(line, false)).toEqual(expect.anything());
      expect(await read(fine, true)).toMatchObject({ sheet: 'One' });
    };
  },
  pdfMerge: () => {
    const program = 'server/features/exports/driver-file-pdf-process.ts';
    const path = stored(pdfBomb('objects'));
    const documents = [{ cells: [''], path, isPicture: false, fault: null }];
    const output = join(folder, 'merged.pdf');
    const request: PdfRequest = {
      title: '',
      lines: [],
      headers: [],
      unreadable: '',
      documents,
      output,
    };
    return async () =>
      expect(await readInProcess(program, readingLimits.pdfMerge, request)).toBe('failed');
  },
  officeParts: () => {
    // What doesn't compress keeps the ratio low.
    const padding = { name: 'word/media/a.png', value: randomBytes(30_000) };
    const types = (value: string | Buffer) =>
      stored(zipOf([{ name: '[Content_Types].xml', value }, padding]));
    const floods = ['<Override ', '<Default Extension="', '<a:Override a', '<Default >', '<'].map(
      (text) => types(text.repeat(1_000_000 / text.length)),
    );
    const parts = Array.from({ length: 1_001 }, (_, at) => ({ name: `${at}.xml` }));
    const files = [...floods, types(flood(2, 'a')), stored(zipOf(parts))];
    return async () => {
      const begun = process.cpuUsage();
      for (const path of files) expect((await detectOfficeKind(path)).kind).toBeUndefined();
      const { user, system } = process.cpuUsage(begun);
      expect((user + system) / 1000).toBeLessThan(3_000);
    };
  },
};

test.each(Object.entries(bombs))(
  'a bomb for the reader %s leaves the server as it was',
  async (_, prepare) => {
    const run = prepare();
    const before = process.memoryUsage.rss();
    let peak = before;
    const timer = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage.rss());
    }, 10);
    await run();
    clearInterval(timer);
    expect((peak - before) / 2 ** 20).toBeLessThan(60);
  },
);

test('docs/security.md has the limits of each reader', () => {
  const lines = readFileSync(join(root, 'docs/security.md'), 'utf8').split('\n');
  const rows = Object.entries(readingLimits).map(([name, limits]) => {
    const cells = Object.entries(limits).map(
      ([limit, max]) => `${limit} ${max.toLocaleString('en')}`,
    );
    return `| \`${name}\` | ${cells.join(', ')} |`;
  });
  expect(rows.filter((row) => !lines.some((line) => line.startsWith(row)))).toEqual([]);
});
