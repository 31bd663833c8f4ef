import { parse } from 'csv-parse/sync';

/** The inverse of contract/text/csv.ts: the cells as they stand (`raw`), and without the apostrophe of formulas. */
export function parseCsv(csv: string): { raw: string[][]; cells: string[][] } {
  const raw = parse(csv, { record_delimiter: '\r\n', relax_column_count: true });
  const free = (cell: string) => (/^'+[=+\-@\t\r\n＝＋－＠]/.test(cell) ? cell.slice(1) : cell);
  return { raw, cells: raw.map((record) => record.map(free)) };
}
