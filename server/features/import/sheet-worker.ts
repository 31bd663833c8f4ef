/** Runs in a worker thread: reads one sheet of a spreadsheet. */
import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { readCsv } from './csv-reader.ts';
import { type PackedSheet, SheetWriter } from './sheet.ts';
import { readXlsx } from './xlsx-reader.ts';

export interface SheetRequest {
  path: string;
  isXlsx: boolean;
  /** The name of the sheet; '' for the first visible one. */
  sheet: string;
}

export interface SheetReply {
  /** The visible sheets of a workbook. */
  sheets: string[];
  /** The one that was read; null when there is no such sheet. */
  sheet: string | null;
  packed: PackedSheet;
}

async function read({ path, isXlsx, sheet }: SheetRequest): Promise<SheetReply> {
  const writer = new SheetWriter();
  if (isXlsx) {
    const found = await readXlsx(path, sheet, writer);
    return { ...found, packed: writer.pack() };
  }
  readCsv(await readFile(path), writer);
  return { sheets: [], sheet: '', packed: writer.pack() };
}

parentPort?.on('message', (request: SheetRequest) => {
  read(request).then(
    (reply) => parentPort?.postMessage(reply),
    () => parentPort?.postMessage(null),
  );
});
