import type * as z from 'zod/mini';
import { isBlank as isBlankText } from '#contract/text/blank-text.ts';

/** A form's values by control name; a checkbox is '1' or '0'. */
export type FormValues = Record<string, string>;

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function isControl(element: Element): element is Control {
  return (
    (element instanceof HTMLInputElement ||
      element instanceof HTMLSelectElement ||
      element instanceof HTMLTextAreaElement) &&
    element.name !== ''
  );
}

/** All values of a form except files. */
export function readForm(form: HTMLFormElement): FormValues {
  const values: FormValues = {};
  for (const control of form.elements) {
    if (!isControl(control) || control.type === 'file') continue;
    values[control.name] =
      control instanceof HTMLInputElement && control.type === 'checkbox'
        ? String(Number(control.checked))
        : control.value;
  }
  return values;
}

/** The names of controls with input that the browser can't parse, such as half a date. */
export function unreadable(form: HTMLFormElement): string[] {
  return [...form.elements]
    .filter((control) => isControl(control) && control.validity.badInput)
    .map((control) => (control as Control).name);
}

/** Whether every value is empty or 0. */
export function isBlank(values: FormValues): boolean {
  return Object.values(values).every((value) => isBlankText(value) || value === '0');
}

/** The values without those that are empty or 0. */
export function typedIn(values: FormValues): FormValues {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== '' && value !== '0'),
  );
}

/** The number of rows of a list: `references.2.phone` makes three. Its name may have dots. */
export function rowCount(values: FormValues, list: string): number {
  const indexes = Object.keys(values)
    .filter((name) => name.startsWith(`${list}.`))
    .map((name) => Number.parseInt(name.slice(list.length + 1), 10));
  return Math.max(0, ...indexes.map((index) => index + 1));
}

/** The rows of a list in order, each by field name without the list's prefix. */
export function rowsOf(values: FormValues, list: string): FormValues[] {
  const rows = Array.from({ length: rowCount(values, list) }, (): FormValues => ({}));
  for (const [name, value] of Object.entries(values)) {
    if (!name.startsWith(`${list}.`)) continue;
    const [index, key] = name.slice(list.length + 1).split('.');
    const row = rows[Number(index)];
    if (row && key) row[key] = value;
  }
  return rows;
}

/** The first error of each field, by wire name. */
export function fieldErrors(schema: z.ZodMiniType, body: unknown): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const issue of schema.safeParse(body).error?.issues ?? []) {
    errors[issue.path.join('.')] ??= issue.message;
  }
  return errors;
}
