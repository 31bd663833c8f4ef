import type * as z from 'zod/mini';

/** What a form's controls hold, by their names; a checkbox is '1' or '0'. */
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

/** Everything typed and chosen in a form, except files. */
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

/** The names of the controls that hold something the browser cannot read, such as half a date. */
export function unreadable(form: HTMLFormElement): string[] {
  return [...form.elements]
    .filter((control) => isControl(control) && control.validity.badInput)
    .map((control) => (control as Control).name);
}

/** Whether nothing was typed or chosen yet: every value is empty or 0. */
export function isBlank(values: FormValues): boolean {
  return Object.values(values).every((value) => value.trim() === '' || value === '0');
}

/** What was typed or chosen, without what is still empty. */
export function typedIn(values: FormValues): FormValues {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== '' && value !== '0'),
  );
}

/** How many rows of a list the values hold: `references.2.phone` makes three. */
export function rowCount(values: FormValues, list: string): number {
  const indexes = Object.keys(values)
    .filter((name) => name.startsWith(`${list}.`))
    .map((name) => Number(name.split('.')[1]));
  return Math.max(0, ...indexes.map((index) => index + 1));
}

/** The rows of a list, in order, each by its own field names. */
export function rowsOf(values: FormValues, list: string): FormValues[] {
  const rows = Array.from({ length: rowCount(values, list) }, (): FormValues => ({}));
  for (const [name, value] of Object.entries(values)) {
    const [head, index, key] = name.split('.');
    const row = head === list ? rows[Number(index)] : undefined;
    if (row && key) row[key] = value;
  }
  return rows;
}

/** The first thing that is wrong with each field, by its wire name; empty when all is well. */
export function fieldErrors(schema: z.ZodMiniType, body: unknown): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const issue of schema.safeParse(body).error?.issues ?? []) {
    errors[issue.path.join('.')] ??= issue.message;
  }
  return errors;
}

/** Puts the focus on the first control of the form that has an error. */
export function focusFirst(form: HTMLFormElement, errors: Record<string, string>): void {
  for (const control of form.elements) {
    if (isControl(control) && errors[control.name]) {
      control.focus({ preventScroll: true });
      // In the middle, where neither the progress strip nor a notice covers it.
      control.scrollIntoView({ block: 'center' });
      return;
    }
  }
}
