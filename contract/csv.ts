export type Cell = string | number | null;

// What a spreadsheet takes for a formula. One apostrophe more for cells that begin with some keeps two texts apart.
const trigger = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** A cell by RFC 4180; a text that a spreadsheet would run gets a leading apostrophe. */
function cell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = trigger.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One record of a CSV file, with its line end. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

/** A CSV file by RFC 4180: the header, then the rows. A file meant for Excel needs U+FEFF before it. */
export function csv(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return csvLine(header) + rows.map(csvLine).join('');
}
