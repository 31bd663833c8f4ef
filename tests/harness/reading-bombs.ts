/**
 * Run as a program: reads bombs in this process's folder for them, which its argument names, and prints a line for each
 * reader with what came of it, and by how many MB and with how many seconds of CPU this process read it.
 */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PdfRequest } from '#server/features/exports/driver-file-pdf-process.ts';
import type { SheetReply, SheetRequest } from '#server/features/import/sheet-reader.ts';
import type { PageText } from '#server/features/settlement-drops/page-lines.ts';
import { readInProcess } from '#server/platform/sandbox/file-reader.ts';
import { readingLimits } from '#server/platform/sandbox/reading-limits.ts';
import { detectOfficeKind } from '#server/platform/uploads/office-zip.ts';
import { opensAsPdf } from '#server/platform/uploads/opens-as-pdf.ts';
import { reencode } from '#server/platform/uploads/reencode.ts';
import { greyOf } from './file-samples.ts';
import { pdfBomb, pdfWithPages } from './pdf-pages.ts';
import { textRow, workbookOf } from './xlsx.ts';
import { zipOf } from './zip.ts';

const [folder = ''] = process.argv.slice(2);

let count = 0;
function stored(bytes: Buffer | string): string {
  count += 1;
  const path = join(folder, String(count));
  writeFileSync(path, bytes);
  return path;
}

const flood = (megabytes: number, text: string) => Buffer.alloc(megabytes * 1024 * 1024, text);

/** Far above what any reading needs, so that a busy machine reads a fine file in time. */
const patient = { ms: 120_000 };

/** Prepares the bombs of each reader, and returns what reads them. */
const bombs: Record<keyof typeof readingLimits, () => () => Promise<unknown>> = {
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
    return () => reencode(task).catch(({ status }: { status: number }) => status);
  },
  oddPdf: () => {
    const path = stored(Buffer.concat([Buffer.from('\r\n'), pdfBomb('places')]));
    return async () => typeof (await opensAsPdf(path));
  },
  pdfText: () => {
    const program = 'server/features/settlement-drops/page-text-process.ts';
    const bomb = stored(pdfBomb());
    const loop = stored(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[2 0 R 2 0 R]/Count 2>>endobj
trailer<</Root 1 0 R/Size 3/Prev 0>>\nstartxref\n0\n%%EOF\n`);
    const read = async (path: string, ms: number) => {
      const limits = { ...readingLimits.pdfText, ms };
      const reply = await readInProcess<PageText>(program, limits, { path });
      return typeof reply === 'string' ? reply : reply.fault;
    };
    return async () => {
      const fine = stored(await pdfWithPages(['Emil Novotny']));
      return [await read(bomb, 300), await read(loop, 120_000), await read(fine, 120_000)];
    };
  },
  sheet: () => {
    const program = 'server/features/import/sheet-process.ts';
    const read = (path: string, isXlsx: boolean) => {
      const request: SheetRequest = { path, isXlsx, sheet: '', encoding: '' };
      const limits = { ...readingLimits.sheet, ...patient };
      return readInProcess<SheetReply>(program, limits, request);
    };
    const shared = '<row r="1"><c r="A1" t="s"><v>0</v></c></row>';
    const strings = [flood(45, 'a').toString('latin1')];
    const bomb = stored(workbookOf([{ name: 'One', rows: shared }], { strings }));
    const line = stored(flood(3, 'a,'));
    const fine = stored(workbookOf([{ name: 'One', rows: textRow(1, ['fine']) }]));
    return async () => {
      const [outcome, long] = [await read(bomb, true), await read(line, false)];
      const good = await read(fine, true);
      return [outcome, long !== undefined, typeof good !== 'string' && good.sheet];
    };
  },
  pdfMerge: () => {
    const program = 'server/features/exports/driver-file-pdf-process.ts';
    const path = stored(pdfBomb('objects'));
    const request: PdfRequest = {
      ...{ title: '', lines: [], headers: [], unreadable: '' },
      documents: [{ cells: [''], path, isPicture: false, fault: null }],
      output: join(folder, 'merged.pdf'),
    };
    return () => readInProcess(program, { ...patient, memoryMb: 200 }, request);
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
      const found = [];
      for (const path of files) found.push((await detectOfficeKind(path)).kind);
      return found.filter((kind) => kind !== undefined);
    };
  },
};

for (const [name, prepare] of Object.entries(bombs)) {
  const run = prepare();
  const before = process.memoryUsage.rss();
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 10);
  const begun = process.cpuUsage();
  const outcome = await run();
  clearInterval(timer);
  const { user, system } = process.cpuUsage(begun);
  const line = { name, outcome, megabytes: (peak - before) / 2 ** 20, cpu: (user + system) / 1e6 };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
