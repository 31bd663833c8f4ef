import { CsvError, parse } from 'csv-parse/sync';
import type { ImportEncoding } from '#contract/import.ts';
import { imports as messages } from '#contract/messages/import.ts';
import { type SheetRow, SheetWriter } from './sheet.ts';
import { decodeText } from './text-encoding.ts';

/** Text that isn't a table; its message is for the user. */
export class UnreadableText extends Error {
  override name = 'UnreadableText';
}

const delimiters = [',', ';', '\t', '|'];
/** Characters that decide the delimiter. */
const sampleLength = 100_000;

/** Excel's own first line, which names the delimiter. */
const named = /^"?sep=([^\r\n"]|\\t)"?[^\w\r\n]*(?:\r\n?|\n)/i;

/** The delimiter that most lines have outside of quotes, or has most often. */
function delimiterOf(text: string): string {
  const plain = text.slice(0, sampleLength).replaceAll(/"(?:[^"]|"")*"/g, '');
  const lines = plain.split(/\r\n?|\n/);
  const found = delimiters.map((delimiter) => ({
    delimiter,
    lines: lines.filter((line) => line.includes(delimiter)).length,
    times: plain.split(delimiter).length,
  }));
  found.sort((one, other) => other.lines - one.lines || other.times - one.times);
  return found[0]?.delimiter ?? ',';
}

/** Whether a cell holds whole lines of the table, because the quote before them was never closed. */
function hasLines(value: string, delimiter: string, columns: number): boolean {
  const isLine = (line: string) => line.split(delimiter).length === columns;
  // With fewer, any sentence with commas would be a line.
  return columns >= 4 && value.includes('\n') && value.split('\n').some(isLine);
}

/**
 * Reads delimited text. Quotes enclose a cell only when they stand at both of its ends; all others are characters.
 * Throws an UnreadableText when a quote never ends.
 */
export function readCsv(
  bytes: Buffer,
  wanted: ImportEncoding | '',
): { encoding: ImportEncoding; rows: SheetRow[] } {
  const { text: whole, encoding } = decodeText(bytes, wanted);
  if (/^\s*<(?:[!?]|html|table)/i.test(whole)) throw new UnreadableText(messages.webPage);
  const [line = '', sign = ''] = named.exec(whole) ?? [];
  const text = whole.slice(line.length);
  const delimiter = sign === '\\t' ? '\t' : sign || delimiterOf(text);
  // Spaces around a quoted cell aren't part of it, unless the file has quotes within text.
  const sheet = readRecords(text, delimiter, true) ?? readRecords(text, delimiter, false);
  if (sheet === null) throw new Error('The text has quotes that are neither.');
  return { encoding, rows: sheet.rows() };
}

/** Returns null when `trim`, spaces around quoted cells, contradicts quotes within text. */
function readRecords(text: string, delimiter: string, trim: boolean): SheetWriter | null {
  const sheet = new SheetWriter();
  let row = 0;
  let columns = 0;
  const onRecord = (cells: string[]) => {
    row += 1;
    if (sheet.isFull) return null;
    for (const [column, cell] of cells.entries()) {
      sheet.add(row, column, cell);
      if (hasLines(cell, delimiter, columns)) sheet.mark(row, 'torn');
    }
    columns = Math.max(columns, cells.findLastIndex((cell) => cell !== '') + 1);
    return null;
  };
  const options = {
    delimiter,
    relax_quotes: true,
    relax_column_count: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    trim: trim && delimiter.trim() !== '',
    on_record: onRecord,
  };
  try {
    parse(text, options);
    return sheet;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (error.code === 'CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE') return null;
    const isOpen = error.code === 'CSV_QUOTE_NOT_CLOSED';
    throw isOpen ? new UnreadableText(messages.openQuote(row + 1)) : error;
  }
}
