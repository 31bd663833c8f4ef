/** Reads one sheet of a spreadsheet. */
import { readFile } from 'node:fs/promises';
import type { ImportEncoding } from '#contract/import.ts';
import { readCsv, UnreadableText } from './csv-reader.ts';
import { type SheetRow, SheetWriter } from './sheet.ts';
import { readXlsx } from './xlsx-reader.ts';

export interface SheetRequest {
  path: string;
  isXlsx: boolean;
  /** The name of the sheet; '' for the first visible one. */
  sheet: string;
  /** Of text; '' finds it out. */
  encoding: ImportEncoding | '';
}

export interface SheetReply {
  /** The visible sheets of a workbook. */
  sheets: string[];
  /** The one that was read; null when there is no such sheet. */
  sheet: string | null;
  /** Of text; '' for a workbook. */
  encoding: ImportEncoding | '';
  /** Whether the workbook counts days from 1904. */
  is1904: boolean;
  rows: SheetRow[];
}

/** Why a file can't be read, for the user. */
export interface SheetFault {
  fault: string;
}

async function rowsOf({ path, isXlsx, sheet, encoding }: SheetRequest): Promise<SheetReply> {
  if (isXlsx) {
    const writer = new SheetWriter();
    const found = await readXlsx(path, sheet, writer);
    return { ...found, encoding: '', rows: writer.rows() };
  }
  return { sheets: [], sheet: '', is1904: false, ...readCsv(await readFile(path), encoding) };
}

/** Text that isn't a table is a fault; throws when the file can't be read. */
export async function readSheetFile(request: SheetRequest): Promise<SheetReply | SheetFault> {
  try {
    return await rowsOf(request);
  } catch (error) {
    if (error instanceof UnreadableText) return { fault: error.message };
    throw error;
  }
}
