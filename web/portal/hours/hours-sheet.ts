import * as z from 'zod/mini';
import { type Employee, employeeFields } from '#contract/users.ts';
import { hours, optionalText } from '#contract/wire/fields.ts';
import type { Difference } from '../shared/conflict-notice.tsx';

export const hoursKeys = ['pto_hours', 'work_hours'] as const;
export type HoursKey = (typeof hoursKeys)[number];
export type Hours = Record<HoursKey, number>;

export const hoursLabels = {
  pto_hours: employeeFields.pto_hours.label,
  work_hours: employeeFields.work_hours.label,
};

/** The hours of every employee: the record that the form of the page edits. */
export interface Sheet {
  /** Unused: each row has its own. */
  version: number;
  rows: Record<string, Hours & { version: number }>;
}

/** The form's values: the text of each cell, and why the hours change. */
export interface SheetValues {
  reason: string;
  rows: Record<string, Record<HoursKey, string>>;
}

const cell = hours();

/** The hours that a text means; null when it isn't a number of hours. */
export function hoursOf(text: string): number | null {
  const result = cell.safeParse(text.trim());
  return result.success ? result.data : null;
}

const row = z.object({ pto_hours: cell, work_hours: cell });
export const sheetSchema = z.object({
  reason: optionalText(500),
  rows: z.record(z.string(), row),
});
export type SheetBody = z.output<typeof sheetSchema>;

/** The key of an employee's row. Not a bare number, which the form would read as an index. */
export const rowKey = (employeeId: number) => `e${employeeId}`;
export const employeeIdOf = (key: string) => Number(key.slice(1));

export function sheetOf(employees: readonly Employee[]): Sheet {
  const rows = employees.map(({ employee_id, version, pto_hours, work_hours }) => [
    rowKey(employee_id),
    { version, pto_hours, work_hours },
  ]);
  return { version: 0, rows: Object.fromEntries(rows) };
}

export function valuesOf(sheet: Sheet | null): SheetValues {
  const rows = Object.entries(sheet?.rows ?? {}).map(([key, saved]) => [key, textsOf(saved)]);
  return { reason: '', rows: Object.fromEntries(rows) };
}

const textsOf = (saved: Hours) => ({
  pto_hours: String(saved.pto_hours),
  work_hours: String(saved.work_hours),
});

/** A row of the form, as text or as numbers. */
type Typed = Record<HoursKey, string | number>;

/** The cells of a row that differ from the saved hours; '12.00' equals 12. */
export function changedKeys(saved: Hours | undefined, typed: Typed | undefined): HoursKey[] {
  if (!saved || !typed) return [];
  return hoursKeys.filter((key) => hoursOf(String(typed[key])) !== saved[key]);
}

/** The keys of the rows with changes. */
export function changedRows({ rows }: Sheet, typed: Record<string, Typed>): string[] {
  return Object.keys(typed).filter((key) => changedKeys(rows[key], typed[key]).length > 0);
}

/** The sheet and the values after a reload: changed cells keep their base value, others are updated. */
export function mergeSheet(base: Sheet, next: Sheet, values: SheetValues) {
  const merged = Object.entries(next.rows).map(([id, saved]) => {
    const before = base.rows[id];
    const typed = values.rows[id];
    const changed = changedKeys(before, typed);
    // The reload was under way when the row was saved.
    const isNewer = before !== undefined && before.version > saved.version;
    const current = isNewer ? before : saved;
    if (!before || changed.length === 0) return { id, row: current, texts: textsOf(current) };
    const row = { ...current, ...pick(before, changed), version: before.version };
    return { id, row, texts: { ...textsOf(row), ...pick(typed ?? {}, changed) } };
  });
  return {
    sheet: { version: 0, rows: Object.fromEntries(merged.map(({ id, row }) => [id, row])) },
    values: {
      ...values,
      rows: Object.fromEntries(merged.map(({ id, texts }) => [id, texts])),
    } satisfies SheetValues,
  };
}

/** The values after rows were saved: what was sent becomes what is stored, later input stays. */
export function withSaved(values: SheetValues, sent: SheetBody, before: Sheet, saved: Sheet) {
  const rows = Object.entries(values.rows).map(([key, typed]) => {
    const stored = saved.rows[key];
    if (!stored || stored === before.rows[key]) return [key, typed];
    return [key, { ...textsOf(stored), ...pick(typed, changedKeys(sent.rows[key], typed)) }];
  });
  return { ...values, rows: Object.fromEntries(rows) } as SheetValues;
}

function pick<T>(row: Partial<Record<HoursKey, T>>, keys: readonly HoursKey[]) {
  return Object.fromEntries(keys.map((key) => [key, row[key]])) as Partial<Record<HoursKey, T>>;
}

/** The changed cells that someone else has changed to another value. */
export function disputedKeys(
  base: Hours | undefined,
  current: Hours | undefined,
  typed: Typed | undefined,
): HoursKey[] {
  if (!base || !current) return [];
  return changedKeys(current, typed).filter(
    (key) => changedKeys(base, typed).includes(key) && current[key] !== base[key],
  );
}

/** The saved and the entered values of the disputed cells. */
export function differencesOf(
  base: Sheet | null,
  current: Sheet,
  { rows }: SheetValues,
  nameOf: (id: number) => string,
): Difference[] {
  return Object.entries(rows).flatMap(([id, typed]) =>
    disputedKeys(base?.rows[id], current.rows[id], typed).map((key) => ({
      label: `${hoursLabels[key]} of ${nameOf(employeeIdOf(id))}`,
      saved: String(current.rows[id]?.[key]),
      entered: typed[key],
    })),
  );
}

/** The form's values with the saved hours in its disputed cells. */
export function withoutDisputed(values: SheetValues, current: Sheet, base: Sheet | null) {
  const rows = Object.entries(current.rows).map(([id, saved]) => {
    const typed = values.rows[id];
    const changed = changedKeys(base?.rows[id], typed);
    const disputed = disputedKeys(base?.rows[id], saved, typed);
    const kept = changed.filter((key) => !disputed.includes(key));
    return [id, { ...textsOf(saved), ...pick(typed ?? {}, kept) }];
  });
  return { reason: values.reason, rows: Object.fromEntries(rows) } as SheetValues;
}
