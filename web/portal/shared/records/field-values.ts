import type { ReactNode } from 'react';
import { controlText, displayText, fieldText, fieldValue } from '#contract/wire/field-text.ts';
import {
  type EditableName,
  editableFields,
  type RecordFields,
} from '#contract/wire/record-fields.ts';
import type { Difference } from './conflict-alert.tsx';

/** The values of a form's controls: text for every kind, '' for none. */
export type FormValues<F extends RecordFields> = Record<EditableName<F>, string>;

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
