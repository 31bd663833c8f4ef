import type { ReactNode } from 'react';
import {
  type EditableName,
  editableFields,
  type RecordField,
  type RecordFields,
} from '#contract/record-fields.ts';
import { dollars } from '#web/lib/dollars.ts';
import type { Difference } from './conflict-notice.tsx';
import { usCalendarDay } from './us-dates.ts';

/** The values of a form's controls: text for every kind, '' for none. */
export type FormValues<F extends RecordFields> = Record<EditableName<F>, string>;

export function fieldValue(record: object, name: string): unknown {
  return (record as Record<string, unknown>)[name];
}

/** A value as its control's text. */
export function controlText({ kind }: RecordField, value: unknown): string {
  if (value === null || value === undefined) return '';
  return kind === 'money' && typeof value === 'number' ? value.toFixed(2) : String(value);
}

/** A value, or its control's text, formatted for display; `name` is the name of the referenced record. */
export function displayText(field: RecordField, value: unknown, name?: unknown): string {
  const text = controlText(field, value);
  if (text === '') return '';
  switch (field.kind) {
    case 'date':
      return usCalendarDay(text);
    case 'money':
      return dollars(Number(text));
    case 'flag':
      return text === '1' ? 'Yes' : 'No';
    case 'reference':
      return typeof name === 'string' ? name : text;
    case 'choice': {
      const choice = field.options?.find((one) => typeof one === 'object' && one.value === text);
      return typeof choice === 'object' ? choice.label : text;
    }
    default:
      return text;
  }
}

/** A field of a record, formatted for display. */
export function fieldText(record: object, name: string, field: RecordField): string {
  const referenceName = field.nameField && fieldValue(record, field.nameField);
  return displayText(field, fieldValue(record, name), referenceName);
}

/** The labels and formatted values of a record's fields; `shown` replaces values, such as by links. */
export function fieldRows<F extends RecordFields>(
  fields: F,
  record: object,
  shown: Partial<Record<keyof F, ReactNode>> = {},
): [label: string, value: ReactNode][] {
  return Object.entries(fields).map(([name, field]) => [
    field.label,
    shown[name] ?? fieldText(record, name, field),
  ]);
}

/** The initial form values of a record; pass {} for a new one. */
export function formValues<F extends RecordFields>(fields: F, record: object): FormValues<F> {
  const texts = editableFields(fields).map(([name, field]) => [
    name,
    controlText(field, fieldValue(record, name)),
  ]);
  return Object.fromEntries(texts) as FormValues<F>;
}

/** The differences between the stored record and the form, formatted; `nameOf` returns the name of a referenced record. */
export function differencesOf<F extends RecordFields>(
  fields: F,
  current: object,
  entered: Partial<FormValues<F>>,
  nameOf: (field: EditableName<F>, id: string) => string | undefined,
): Difference[] {
  return editableFields(fields)
    .filter(
      ([name, field]) => controlText(field, fieldValue(current, name)) !== (entered[name] ?? ''),
    )
    .map(([name, field]) => ({
      label: field.label,
      saved: fieldText(current, name, field),
      entered: displayText(field, entered[name], nameOf(name, entered[name] ?? '')),
    }))
    .filter(({ saved, entered: text }) => saved !== text);
}

/** The text to search: every field, formatted and as stored. */
export function searchText(fields: RecordFields, record: object): string {
  return Object.entries(fields)
    .flatMap(([name, field]) => {
      const stored = controlText(field, fieldValue(record, name));
      return field.kind === 'id' ? `#${stored}` : [fieldText(record, name, field), stored];
    })
    .join('\n');
}
