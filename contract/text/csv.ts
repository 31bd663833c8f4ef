export type Cell = string | number | null;

// Text that a spreadsheet would run as a formula. Existing apostrophes are included, so that escaping stays unambiguous.
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** The text of a cell that `csv` wrote: formulas lose their apostrophe. */
export function withoutApostrophe(cell: string): string {
  return cell.startsWith("'") && isFormula(cell.slice(1)) ? cell.slice(1) : cell;
}

/** Whether a spreadsheet could run the text as a formula. */
export function isFormula(text: string): boolean {
  return formula.test(text);
}

/** A cell by RFC 4180; formulas get a leading apostrophe. */
function cell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = isFormula(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One record of a CSV file, including the line break. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

/** A CSV file by RFC 4180: the header, then the rows. For Excel prepend U+FEFF. */
export function csv(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return csvLine(header) + rows.map(csvLine).join('');
}
