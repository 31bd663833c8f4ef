import { maxImportColumns, maxImportRows } from '#contract/rules/import-limits.ts';
import { readingLimits } from '../../platform/sandbox/reading-limits.ts';

/** A title, notes and blank rows may stand above the header. */
const maxRowsAbove = 100;
/** Longer cells are cut: no field takes so many characters. */
const maxCellLength = 20_000;

/** A row that a filter or a person has hidden, or a cell of text that seems to hold lines of the table. */
export type RowMark = 'hidden' | 'torn';

/** A row of a sheet that isn't blank; all rows of a sheet have as many cells. */
export interface SheetRow {
  /** Its number in the file. */
  number: number;
  cells: readonly string[];
  mark: RowMark | null;
}

/** Collects the cells of a sheet, without blank rows and beyond the limits. */
export class SheetWriter {
  readonly #rows = new Map<number, string[]>();
  readonly #marks = new Map<number, RowMark>();
  #columns = 0;
  #characters = 0;
  isFull = false;

  /** `row` starts at 1, `column` at 0. */
  add(row: number, column: number, value: string): void {
    if (value.trim() === '' || column >= maxImportColumns || this.isFull) return;
    let cells = this.#rows.get(row);
    if (!cells) {
      // One more than is allowed, so that the reader can tell.
      if (this.#rows.size > maxImportRows + maxRowsAbove) this.isFull = true;
      cells = [];
      this.#rows.set(row, cells);
    }
    cells[column] = value.slice(0, maxCellLength);
    this.#characters += Math.min(value.length, maxCellLength);
    if (this.#characters > readingLimits.sheet.characters)
      throw new Error('The sheet has too much text.');
    this.#columns = Math.max(this.#columns, column + 1);
  }

  /** Marks a row that has cells. */
  mark(row: number, mark: RowMark): void {
    if (this.#rows.has(row)) this.#marks.set(row, mark);
  }

  /** Copies a cell down to the rows that its merged area covers. */
  fillDown(column: number, from: number, to: number): void {
    const value = this.#rows.get(from)?.[column];
    if (value === undefined) return;
    for (const row of this.#rows.keys()) {
      if (row > from && row <= to) this.add(row, column, value);
    }
  }

  /** The rows in the order of the file. */
  rows(): SheetRow[] {
    const columns = Array.from({ length: this.#columns }, (_, column) => column);
    return [...this.#rows]
      .sort(([one], [other]) => one - other)
      .map(([number, cells]) => ({
        number,
        cells: columns.map((column) => cells[column] ?? ''),
        mark: this.#marks.get(number) ?? null,
      }));
  }
}
