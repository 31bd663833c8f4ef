/** The fields of a record as text: as their controls have them, as screens and exports show them, and as searches read them. */
import { usCalendarDay } from '../rules/dates.ts';
import { dollars } from '../rules/dollars.ts';
import { t } from '../text/languages.ts';
import type { RecordField, RecordFields } from './record-fields.ts';

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
      // Typed otherwise, as it was typed.
      return Number.isNaN(Number(text)) ? text : dollars(Number(text));
    case 'flag':
      return text === '1' ? t('Yes', 'Sí') : 'No';
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

/** The text to search: every field, formatted and as stored. */
export function searchText(fields: RecordFields, record: object): string {
  return Object.entries(fields)
    .flatMap(([name, field]) => {
      const stored = controlText(field, fieldValue(record, name));
      return field.kind === 'id' ? `#${stored}` : [fieldText(record, name, field), stored];
    })
    .join('\n');
}
