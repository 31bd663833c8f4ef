import { hours } from '#contract/fields.ts';
import type { Employee } from '#contract/users.ts';

export const hoursKeys = ['pto_hours', 'work_hours'] as const;
export type HoursKey = (typeof hoursKeys)[number];

export const hoursLabels: Record<HoursKey, string> = {
  pto_hours: 'PTO Hours',
  work_hours: 'Work Hours',
};

/** What was typed about one employee and is not saved: as typed, beside what it was typed over. */
export interface Edit {
  /** The record's version when the typing began, or as last decided. */
  version: number;
  /** The saved hours at that version. */
  base: Record<HoursKey, number>;
  typed: Partial<Record<HoursKey, string>>;
  /** The record as somebody else has saved it, until the admin has chosen. */
  current: Employee | null;
}

/** Employee id → what is pending about them. */
export type Edits = Readonly<Record<number, Edit>>;

const rule = hours();

/** The hours that a text means, null when it means none. */
export function hoursOf(text: string): number | null {
  const result = rule.safeParse(text.trim());
  return result.success ? result.data : null;
}

/** Hours as a control holds them. */
export function hoursText(value: number): string {
  return String(value);
}

/** The edits after something was typed into a cell; the saved value typed again is no edit. */
export function withTyped(edits: Edits, employee: Employee, key: HoursKey, text: string): Edits {
  const edit = edits[employee.employee_id] ?? freshEdit(employee);
  const { [key]: _, ...others } = edit.typed;
  const same = hoursOf(text) === edit.base[key];
  return withEdit(edits, employee.employee_id, {
    ...edit,
    typed: same ? others : { ...others, [key]: text },
  });
}

function freshEdit(employee: Employee): Edit {
  return { version: employee.version, base: hoursIn(employee), typed: {}, current: null };
}

function hoursIn({ pto_hours, work_hours }: Employee): Record<HoursKey, number> {
  return { pto_hours, work_hours };
}

/** The edits with one employee's replaced; one without anything typed is dropped. */
function withEdit(edits: Edits, id: number, edit: Edit): Edits {
  const { [id]: _, ...others } = edits;
  return changedKeys(edit).length === 0 ? others : { ...others, [id]: edit };
}

/** The cells of an edit that hold something. */
export function changedKeys(edit: Edit): HoursKey[] {
  return hoursKeys.filter((key) => edit.typed[key] !== undefined);
}

/** The changed keys with their hours, null when one of them is no number of hours. */
export function bodyOf(edit: Edit): Partial<Record<HoursKey, number>> | null {
  const body: Partial<Record<HoursKey, number>> = {};
  for (const key of changedKeys(edit)) {
    const value = hoursOf(edit.typed[key] ?? '');
    if (value === null) return null;
    body[key] = value;
  }
  return body;
}

/** The edits after these values of an employee were saved; what was typed since stays. */
export function withoutSaved(edits: Edits, id: number, sent: Edit): Edits {
  const edit = edits[id];
  if (!edit) return edits;
  const typed = Object.fromEntries(
    changedKeys(edit)
      .filter((key) => edit.typed[key] !== sent.typed[key])
      .map((key) => [key, edit.typed[key]]),
  );
  const base = { ...edit.base, ...bodyOf(sent) };
  return withEdit(edits, id, { version: sent.version + 1, base, typed, current: null });
}

/** The cells that somebody else has changed under what is typed here. */
export function disputedKeys(edit: Edit): HoursKey[] {
  const { current } = edit;
  if (!current) return [];
  return changedKeys(edit).filter(
    (key) => current[key] !== edit.base[key] && current[key] !== hoursOf(edit.typed[key] ?? ''),
  );
}

/**
 * The edits after the server has refused a stale version. Cells that nobody else touched move on to
 * the new version by themselves; the others wait for a choice.
 */
export function withCurrent(edits: Edits, id: number, current: Employee): Edits {
  const edit = edits[id];
  if (!edit) return edits;
  return settled(edits, id, { ...edit, current });
}

/** The edits after the choice about one cell: mine stays typed, theirs replaces it. */
export function withChoice(edits: Edits, id: number, key: HoursKey, mine: boolean): Edits {
  const edit = edits[id];
  if (!edit?.current) return edits;
  const { [key]: typed, ...others } = edit.typed;
  const base = { ...edit.base, [key]: edit.current[key] };
  return settled(edits, id, { ...edit, base, typed: mine ? { ...others, [key]: typed } : others });
}

function settled(edits: Edits, id: number, edit: Edit): Edits {
  const { current } = edit;
  if (!current || disputedKeys(edit).length > 0) return withEdit(edits, id, edit);
  const base = hoursIn(current);
  const typed = Object.fromEntries(
    changedKeys(edit)
      .filter((key) => hoursOf(edit.typed[key] ?? '') !== base[key])
      .map((key) => [key, edit.typed[key]]),
  );
  return withEdit(edits, id, { version: current.version, base, typed, current: null });
}

/** The edits without one employee's. */
export function withoutEmployee(edits: Edits, id: number): Edits {
  const { [id]: _, ...others } = edits;
  return others;
}
