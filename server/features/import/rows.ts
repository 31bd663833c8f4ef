import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import {
  type ImportColumn,
  type ImportEdit,
  type ImportKind,
  importFields,
} from '#contract/import.ts';
import { imports as messages } from '#contract/messages/import.ts';
import { foldName } from '#contract/rules/similar-names.ts';
import { foldText } from '#contract/text/text-fold.ts';
import type { RecordFields } from '#contract/wire/record-fields.ts';
import { cellValue } from './cell-values.ts';
import { damageOf } from './damaged-cells.ts';
import type { Given, RowError } from './import-kind.ts';
import type { SheetRow } from './sheet.ts';

/** Other calls run at least every so many milliseconds. */
const maxTurnMs = 15;

/** Returns a function for loops: it lets other calls run when the turn has lasted long enough. */
export function turns(): () => Promise<void> {
  let started = performance.now();
  return async () => {
    if (performance.now() - started < maxTurnMs) return;
    await yieldToEventLoop();
    started = performance.now();
  };
}

/** A row below the header. */
export interface ReadRow {
  /** Its number in the file. */
  row: number;
  /** The text of its cells by field, with the corrections. */
  cells: Given;
  given: Given;
  /** Cells that no schema needs to see. */
  errors: readonly RowError[];
  /** Why the row is left out; null for one that is imported. */
  skipped: string | null;
}

export interface SheetTable {
  kind: ImportKind;
  sheet: readonly SheetRow[];
  /** The place of the header row. */
  header: number;
  columns: readonly ImportColumn[];
  edits: readonly ImportEdit[];
  is1904: boolean;
  /** Whether cells are told apart by delimiters, so that one too many shifts the others. */
  isText: boolean;
}

/** Reads the rows by their columns' fields, with the corrections; blank ones are left out. */
export async function readRows(table: SheetTable): Promise<ReadRow[]> {
  const { sheet, header, edits } = table;
  const pause = turns();
  const editsOfRow = Map.groupBy(edits, ({ row = 0 }) => row);
  const rows: ReadRow[] = [];
  for (const row of sheet.slice(header + 1)) {
    await pause();
    const own = [...(editsOfRow.get(0) ?? []), ...(editsOfRow.get(row.number) ?? [])];
    const read = readRow(table, row, own);
    if (Object.keys(read.given).length > 0) rows.push(read);
  }
  return rows;
}

function readRow(table: SheetTable, sheetRow: SheetRow, edits: readonly ImportEdit[]): ReadRow {
  const fields: RecordFields = importFields[table.kind];
  const { number: row } = sheetRow;
  const cells = cellsOf(table, sheetRow, edits);
  const given: Record<string, string> = {};
  const isCorrected = edits.some((edit) => edit.row === row && edit.value !== undefined);
  const errors = isCorrected ? [] : faultsOf(table, sheetRow);
  for (const [name, cell] of Object.entries(cells)) {
    const field = fields[name];
    if (!field) continue;
    const damage = damageOf(name, field, cell);
    if (damage) errors.push({ field: name, message: damage });
    const value = cellValue(field, cell, table.is1904);
    if (value !== '') given[name] = value;
  }
  const skip = edits.findLast((edit) => edit.skip !== undefined)?.skip;
  const reason = skip === 1 ? messages.skippedRow : reasonToSkip(table, sheetRow);
  return { row, cells, given, errors, skipped: skip === 0 ? null : reason };
}

/** The filled cells of a row by field, with its corrections. */
function cellsOf(
  { kind, columns }: SheetTable,
  row: SheetRow,
  edits: readonly ImportEdit[],
): Record<string, string> {
  const cells: Record<string, string> = {};
  for (const [column, { field }] of columns.entries()) {
    const cell = field === '' ? '' : (row.cells[column] ?? '');
    // The sign and the quotes only keep zeros: ="0042".
    if (cell.trim() !== '') cells[field] = /^\s*="([^"]*)"\s*$/.exec(cell)?.[1] ?? cell;
  }
  for (const { field = '', value, from } of edits) {
    if (value === undefined || !Object.hasOwn(importFields[kind], field)) continue;
    if (from === undefined || foldName(from) === foldName(cells[field] ?? '')) cells[field] = value;
  }
  return cells;
}

/** What is wrong with a row as a whole. */
function faultsOf({ columns, isText }: SheetTable, { cells, mark }: SheetRow): RowError[] {
  const at = columns.find(({ field }) => field !== '')?.field ?? '';
  if (mark === 'torn') return [{ field: at, message: messages.tornRow }];
  const end = columns.findLastIndex(({ header, field }) => header !== '' || field !== '') + 1;
  const isLonger = cells.slice(end).some((cell) => cell !== '');
  return isText && isLonger && end > 1 ? [{ field: at, message: messages.extraCells }] : [];
}

const total =
  /^(?:(?:grand|sub|report|company|department|dept|overall|employee)[ -]?)*totals?(?: |$)/;
const amount = /^[-+($]*\s*[\d.,:]+\s*[)%-]?$/;

/** Why a row isn't a record: a filter hides it, it adds up others, or it repeats the header. */
function reasonToSkip({ sheet, header }: SheetTable, { cells, mark }: SheetRow): string | null {
  if (mark === 'hidden') return messages.hiddenRow;
  const row = cells.map((cell) => cell.trim());
  const filled = row.filter((cell) => cell !== '');
  const words = filled.filter((cell) => !amount.test(cell));
  const [first = ''] = words.map((cell) =>
    foldText(cell)
      .replace(/[^a-z]+/g, ' ')
      .trim(),
  );
  if (words.length === 1 && total.test(first)) return messages.totalRow;
  const isHeader = row.every((cell, column) => cell === sheet[header]?.cells[column]?.trim());
  return isHeader && filled.length > 1 ? messages.repeatedHeader : null;
}
