import { maxImportColumns, maxImportRows } from '#contract/import.ts';
import { readingLimits } from '../../platform/sandbox/reading-limits.ts';

/** A title, notes and blank rows may stand above the header. */
const maxRowsAbove = 100;
/** Longer cells are cut: no field takes so many characters. */
const maxCellLength = 20_000;

/** A row that a filter or a person has hidden, or a cell of text that seems to hold lines of the table. */
export type RowMark = 'hidden' | 'torn';

/** A sheet as it passes between processes: one text, so that receiving it takes a millisecond whatever it holds. */
export interface PackedSheet {
  text: string;
  /** Where each cell starts in `text`, row by row, and the end. */
  starts: Uint32Array;
  /** The number of each row in the file. */
  rows: Uint32Array;
  /** What is special about a row, by its number. */
  marks: ReadonlyMap<number, RowMark>;
  columns: number;
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

  pack(): PackedSheet {
    const rows = [...this.#rows].sort(([one], [other]) => one - other);
    const starts = new Uint32Array(rows.length * this.#columns + 1);
    let text = '';
    let at = 0;
    for (const [, cells] of rows) {
      for (let column = 0; column < this.#columns; column += 1) {
        starts[at] = text.length;
        at += 1;
        text += cells[column] ?? '';
      }
    }
    starts[at] = text.length;
    const numbers = Uint32Array.from(rows, ([row]) => row);
    return { text, starts, rows: numbers, marks: this.#marks, columns: this.#columns };
  }
}

/** Reads a packed sheet cell by cell. */
export class Sheet {
  readonly #packed: PackedSheet;

  constructor(packed: PackedSheet) {
    this.#packed = packed;
  }

  get height(): number {
    return this.#packed.rows.length;
  }

  get columns(): number {
    return this.#packed.columns;
  }

  /** The number of a row in the file, by its place in the sheet. */
  rowNumber(index: number): number {
    return this.#packed.rows[index] ?? 0;
  }

  mark(index: number): RowMark | undefined {
    return this.#packed.marks.get(this.rowNumber(index));
  }

  cell(index: number, column: number): string {
    const { text, starts, columns } = this.#packed;
    const at = index * columns + column;
    return text.slice(starts[at], starts[at + 1]);
  }
}
