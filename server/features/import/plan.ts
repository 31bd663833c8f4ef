import { createHash } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import * as z from 'zod/mini';
import {
  type ImportColumn,
  type ImportKind,
  type ImportResult,
  importFields,
} from '#contract/import.ts';
import { imports as messages } from '#contract/messages/import.ts';
import type { RecordFields } from '#contract/record-fields.ts';
import type { Db } from '../../database/open.ts';
import type { SessionActor } from '../../platform/writes.ts';
import { cellValue, isFormulaFault } from './cell-values.ts';
import type { Given, Importer, Match, RowError, Stored } from './import-kind.ts';
import type { Sheet } from './sheet.ts';

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

/** A row of the file below the header. */
export interface SheetRow {
  /** Its place in the sheet. */
  index: number;
  /** Its number in the file. */
  row: number;
  given: Given;
  /** Cells that no schema needs to see. */
  errors: readonly RowError[];
}

/** Reads the rows by their columns' fields; blank ones are left out. */
export async function readRows(
  kind: ImportKind,
  sheet: Sheet,
  header: number,
  columns: readonly ImportColumn[],
): Promise<SheetRow[]> {
  const fields: RecordFields = importFields[kind];
  const pause = turns();
  const rows: SheetRow[] = [];
  for (let index = header + 1; index < sheet.height; index += 1) {
    await pause();
    const given: Record<string, string> = {};
    const errors: RowError[] = [];
    for (const [column, { field: name }] of columns.entries()) {
      const field = fields[name];
      const cell = field ? sheet.cell(index, column) : '';
      if (!field || cell.trim() === '') continue;
      if (isFormulaFault(cell)) errors.push({ field: name, message: messages.noValue });
      const value = cellValue(field, cell);
      if (value !== '') given[name] = value;
    }
    if (Object.keys(given).length > 0) {
      rows.push({ index, row: sheet.rowNumber(index), given, errors });
    }
  }
  return rows;
}

/** What importing a row does. */
export interface PlannedRow extends SheetRow {
  result: ImportResult;
  match: Match;
  /** The valid record. */
  values: Readonly<Record<string, unknown>>;
  changes: readonly string[];
}

/** Decides what each row does, in the order of the file. Reads only. */
export async function planRows(
  importer: Importer,
  db: Db,
  rows: readonly SheetRow[],
  actor: SessionActor,
): Promise<PlannedRow[]> {
  const given = rows.map((row) => row.given);
  const find = await importer.open(db, given, actor);
  const pause = turns();
  const seen = new Map<string, PlannedRow>();
  const planned: PlannedRow[] = [];
  for (const row of rows) {
    await pause();
    const own = planRow(importer, row, find(row.given));
    const earlier = own.match.keys.map((key) => seen.get(key)).find(Boolean);
    planned.push(earlier ? planRepeat(own, earlier) : own);
    for (const key of own.match.keys) if (!seen.has(key)) seen.set(key, own);
  }
  return planned;
}

function planRow({ schema, fieldOf = {} }: Importer, row: SheetRow, match: Match): PlannedRow {
  const { stored } = match;
  const base = { ...row, match, values: {}, changes: [] };
  if (match.isLeftOut) return { ...base, result: 'unchanged' };
  const parsed = z.safeParse(schema, { ...stored, ...match.values });
  const issues = parsed.error?.issues ?? [];
  const found = [
    ...row.errors,
    ...(match.errors ?? []),
    ...issues.map(({ path, message }) => {
      const name = String(path[0] ?? '');
      return { field: fieldOf[name] ?? name, message };
    }),
  ];
  const errors = found.filter(
    ({ field }, at) => found.findIndex((other) => other.field === field) === at,
  );
  if (errors.length > 0 || !parsed.success) return { ...base, errors, result: 'wrong' };
  const values = parsed.data as Record<string, unknown>;
  if (stored === null) return { ...base, values, result: 'new' };
  const changes = Object.keys(match.values).filter(
    (name) => name in stored && name in values && !isSame(name, stored[name], values[name]),
  );
  return { ...base, values, changes, result: changes.length > 0 ? 'changed' : 'unchanged' };
}

/** Whether a stored value is the row's, but for what a spreadsheet loses: spaces, and the spelling of phone numbers. */
function isSame(name: string, stored: unknown, value: unknown): boolean {
  const [one, other] = [stored, value].map((text) =>
    typeof text === 'string' ? text.trim() : (text ?? ''),
  );
  if (typeof one !== 'string' || typeof other !== 'string') return one === other;
  if (name === 'phone_number') return digitsOf(one) === digitsOf(other);
  return one === other || one.replace(/\s+/g, ' ') === other;
}

const digitsOf = (phone: string) => phone.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '') || phone;

/** A row about the same record as an earlier one: equal rows are stored once, others contradict each other. */
function planRepeat(row: PlannedRow, earlier: PlannedRow): PlannedRow {
  if (row.result === 'wrong') return row;
  if (JSON.stringify(row.values) === JSON.stringify(earlier.values)) {
    return { ...row, result: 'unchanged', changes: [] };
  }
  const [field = ''] = Object.keys(row.given);
  const message = messages.sameRecord(earlier.row);
  return { ...row, result: 'wrong', errors: [{ field, message }] };
}

/** A digest of what an import does: another one means that records have changed since. */
export function stateOf(rows: readonly PlannedRow[]): string {
  const hash = createHash('sha256');
  for (const { row, result, match, changes } of rows) {
    const { version = 0, employee_version = 0 } = (match.stored ?? {}) as Partial<Stored>;
    hash.update(JSON.stringify([row, result, changes.length > 0 && [version, employee_version]]));
  }
  return hash.digest('hex');
}

export function countsOf(rows: readonly PlannedRow[]): Record<ImportResult, number> {
  const counts = { new: 0, changed: 0, unchanged: 0, wrong: 0 };
  for (const { result } of rows) counts[result] += 1;
  return counts;
}
