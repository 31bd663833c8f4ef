import * as z from 'zod/mini';
import { t } from '#contract/text/languages.ts';
import { type Employee, employeeFields } from '#contract/users.ts';
import { hours, optionalText } from '#contract/wire/fields.ts';
import type { Difference } from '../shared/records/conflict-alert.tsx';

export const hoursKeys = ['pto_hours', 'work_hours'] as const;
export type HoursKey = (typeof hoursKeys)[number];
type Hours = Record<HoursKey, number>;

export const hoursLabels = {
  pto_hours: t(employeeFields.pto_hours.label, 'Horas de PTO'),
  work_hours: t(employeeFields.work_hours.label, 'Horas de trabajo'),
};

/** What the form of the page changes: the rows that someone else has changed since they were typed over, as stored. */
export interface Sheet {
  /** Unused: each row has its own. */
  version: number;
  rows: Record<string, Hours & { version: number }>;
}

export const undisputed: Sheet = { version: 0, rows: {} };

/** What was typed over an employee's hours, and the version that it was typed over. */
export type TypedRow = Partial<Record<HoursKey, string>> & { version: number };

/** The form's values: the rows with unsaved input, and why the hours change. */
export interface SheetValues {
  reason: string;
  rows: Record<string, TypedRow>;
}

const cell = hours();

/** The hours that a text means; null when it isn't a number of hours. */
export function hoursOf(text: string): number | null {
  const result = cell.safeParse(text.trim());
  return result.success ? result.data : null;
}

const row = z.object({
  version: z.int(),
  pto_hours: z.optional(cell),
  work_hours: z.optional(cell),
});
export const sheetSchema = z.object({
  reason: optionalText(500),
  rows: z.record(z.string(), row),
});
export type SheetBody = z.output<typeof sheetSchema>;

/** The key of an employee's row. Not a bare number, which the form would read as an index. */
export const rowKey = (employeeId: number) => `e${employeeId}`;
export const employeeIdOf = (key: string) => Number(key.slice(1));

/** A row of the form, as text or as numbers. */
type Typed = Partial<Record<HoursKey, string | number>>;

/** The cells of a row that differ from the saved hours; '12.00' equals 12. */
export function changedKeys(saved: Hours, typed: Typed | undefined): HoursKey[] {
  return hoursKeys.filter((key) => {
    const value = typed?.[key];
    return value !== undefined && hoursOf(String(value)) !== saved[key];
  });
}

/** The employees whose hours were changed in the form. */
export function changedRows(
  employees: readonly Employee[],
  rows: Record<string, Typed>,
): Employee[] {
  return employees.filter(
    (employee) => changedKeys(employee, rows[rowKey(employee.employee_id)]).length > 0,
  );
}

/** The stored and the typed values of the rows that someone else has changed. */
export function differencesOf(
  { rows: stored }: Sheet,
  { rows }: SheetValues,
  nameOf: (id: number) => string,
): Difference[] {
  return Object.entries(stored).flatMap(([key, saved]) =>
    changedKeys(saved, rows[key]).map((name) => ({
      label: `${hoursLabels[name]} of ${nameOf(employeeIdOf(key))}`,
      saved: String(saved[name]),
      entered: rows[key]?.[name] ?? '',
    })),
  );
}

/** The rows without some of them. */
export function withoutRows(
  rows: Record<string, TypedRow>,
  gone: readonly string[],
): Record<string, TypedRow> {
  return Object.fromEntries(Object.entries(rows).filter(([key]) => !gone.includes(key)));
}
