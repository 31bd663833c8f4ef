import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { ImportResult } from '#contract/import.ts';
import { imports as messages } from '#contract/messages/import.ts';
import type { Db } from '../../database/open.ts';
import type { SessionActor } from '../../platform/writes/writes.ts';
import type { Importer, Match, Stored } from './import-kind.ts';
import { type ReadRow, turns } from './rows.ts';

/** What importing a row does. */
export interface PlannedRow extends ReadRow {
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
  rows: readonly ReadRow[],
  actor: SessionActor,
): Promise<PlannedRow[]> {
  const given = rows.filter(({ skipped }) => skipped === null).map((row) => row.given);
  const find = await importer.open(db, given, actor);
  const pause = turns();
  const seen = new Map<string, PlannedRow>();
  const planned: PlannedRow[] = [];
  for (const row of rows) {
    await pause();
    if (row.skipped !== null) {
      planned.push(planSkipped(row));
      continue;
    }
    const own = planRow(importer, row, find(row.given));
    const earlier = own.match.keys.map((key) => seen.get(key)).find(Boolean);
    planned.push(earlier ? planRepeat(own, earlier) : own);
    for (const key of own.match.keys) if (!seen.has(key)) seen.set(key, own);
  }
  return planned;
}

function planSkipped(row: ReadRow): PlannedRow {
  const match = { keys: [], label: row.skipped ?? '', stored: null, values: {} };
  return { ...row, match, errors: [], values: {}, changes: [], result: 'skipped' };
}

function planRow({ schema, fieldOf = {} }: Importer, row: ReadRow, match: Match): PlannedRow {
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

/** A digest of what an import stores: another one means that records or corrections have changed since. */
export function stateOf(rows: readonly PlannedRow[]): string {
  const hash = createHash('sha256');
  for (const { row, result, match, values } of rows) {
    const { version = 0, employee_version = 0 } = (match.stored ?? {}) as Partial<Stored>;
    const isStored = result === 'new' || result === 'changed';
    hash.update(JSON.stringify([row, result, isStored && [values, version, employee_version]]));
  }
  return hash.digest('hex');
}

export function countsOf(rows: readonly PlannedRow[]): Record<ImportResult, number> {
  const counts = { new: 0, changed: 0, unchanged: 0, wrong: 0, skipped: 0 };
  for (const { result } of rows) counts[result] += 1;
  return counts;
}
