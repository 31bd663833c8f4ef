import type * as z from 'zod/mini';
import { formKeyField } from '#contract/form-choices.ts';
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

/** All values of a form except files, and the key that only a post without scripts needs. */
export function readForm(form: HTMLFormElement): FormValues {
  const values: FormValues = {};
  for (const control of form.elements) {
    if (!isControl(control) || control.type === 'file' || control.name === formKeyField) continue;
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

/** The rows of a list in the order of their indexes, each by field name without the list's prefix, which may have dots. */
export function rowsOf(values: FormValues, list: string): FormValues[] {
  const rows = new Map<number, FormValues>();
  for (const [name, value] of Object.entries(values)) {
    if (!name.startsWith(`${list}.`)) continue;
    const [index, key] = name.slice(list.length + 1).split('.');
    const at = Number(index);
    if (!Number.isInteger(at) || !key) continue;
    rows.set(at, { ...rows.get(at), [key]: value });
  }
  return [...rows].sort(([a], [b]) => a - b).map(([, row]) => row);
}

/** The first error of each field, by wire name. */
export function fieldErrors(schema: z.ZodMiniType, body: unknown): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const issue of schema.safeParse(body).error?.issues ?? []) {
    errors[issue.path.join('.')] ??= issue.message;
  }
  return errors;
}
