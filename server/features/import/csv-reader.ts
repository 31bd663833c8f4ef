import { isUtf8 } from 'node:buffer';
import type { SheetWriter } from './sheet.ts';

/** Reads bytes as UTF-8 or, if they aren't, as Windows-1252. */
function textOf(bytes: Buffer): string {
  const label = isUtf8(bytes) ? 'utf-8' : 'windows-1252';
  // The decoder drops a byte order mark.
  return new TextDecoder(label).decode(bytes);
}

const delimiters = [',', ';', '\t', '|'];
/** Characters that decide the delimiter. */
const sampleLength = 100_000;

/** The delimiter that most lines have outside of quotes, or has most often; Excel's own `sep=;` line wins. */
function delimiterOf(text: string): string {
  const named = /^sep=(.)\r?\n/i.exec(text)?.[1];
  if (named) return named;
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

/**
 * Reads delimited text like a spreadsheet program: a quote in the middle of a cell is a character, and a quoted cell
 * that never ends reaches to the end of the file. Stops when the writer is full.
 */
export function readCsv(bytes: Buffer, sheet: SheetWriter): void {
  const text = textOf(bytes);
  const delimiter = delimiterOf(text);
  let at = /^sep=.\r?\n/i.exec(text)?.[0].length ?? 0;
  for (let row = 1; at < text.length && !sheet.isFull; row += 1) {
    for (let column = 0; ; column += 1) {
      const [value, end] = text[at] === '"' ? quoted(text, at) : plainCell(text, at, delimiter);
      sheet.add(row, column, value);
      at = end;
      if (text[at] !== delimiter) break;
      at += 1;
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1;
    at += 1;
  }
}

function plainCell(text: string, start: number, delimiter: string): [value: string, end: number] {
  let end = start;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') {
    end += 1;
  }
  return [text.slice(start, end), end];
}

function quoted(text: string, start: number): [value: string, end: number] {
  let value = '';
  let at = start + 1;
  for (;;) {
    const end = text.indexOf('"', at);
    if (end === -1) return [value + text.slice(at), text.length];
    value += text.slice(at, end);
    if (text[end + 1] !== '"') {
      at = end + 1;
      break;
    }
    value += '"';
    at = end + 2;
  }
  // What follows the closing quote belongs to the cell.
  const rest = /[^,;\t|\r\n]*/y;
  rest.lastIndex = at;
  const tail = rest.exec(text)?.[0] ?? '';
  return [value + tail, at + tail.length];
}
