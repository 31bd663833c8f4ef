import type { ReactNode } from 'react';
import { controlText, fieldText, fieldValue } from '#contract/wire/field-text.ts';
import {
  type EditableName,
  editableFields,
  type RecordField,
  type RecordFields,
} from '#contract/wire/record-fields.ts';
import { Field } from '#web/ui/field.tsx';
import { Input, Textarea, valueClass } from '#web/ui/input.tsx';
import { ClampedText } from './clamped-text.tsx';

interface RecordProps<F extends RecordFields> {
  fields: F;
  record: object;
}

interface RecordViewProps<F extends RecordFields> extends RecordProps<F> {
  /** Texts to show instead of the record's values. */
  texts?: Partial<Record<EditableName<F>, string>>;
}

/** A record's fields, read-only. */
export function RecordView<F extends RecordFields>({
  fields,
  record,
  texts = {},
}: RecordViewProps<F>) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {editableFields(fields).map(([name, field]) => (
        <Field
          className={(field.isWide ?? field.kind === 'text') ? 'col-span-full' : ''}
          key={name}
          label={field.label}
          name={name}
        >
          <ReadOnly field={field} value={texts[name] ?? viewText(record, name, field)} />
        </Field>
      ))}
    </div>
  );
}

function viewText(record: object, name: string, field: RecordField) {
  // A date input needs YYYY-MM-DD, and an amount has no $, as in the form.
  const isAsStored = field.kind === 'date' || field.kind === 'money';
  return isAsStored ? controlText(field, fieldValue(record, name)) : fieldText(record, name, field);
}

function ReadOnly({ field, value }: { field: RecordField; value: string }) {
  if (field.kind === 'text') {
    const className = `field-sizing-content max-h-72 resize-none ${valueClass}`;
    return <Textarea className={className} readOnly value={value} />;
  }
  const type = field.kind === 'date' ? 'date' : 'text';
  return <Input className={valueClass} readOnly type={type} value={value} />;
}

interface RecordFactsProps<F extends RecordFields> extends RecordProps<F> {
  /** Fields shown elsewhere. */
  omit?: readonly (keyof F)[];
}

/** The fields of a record on its card, without empty ones. Long texts come last and are clamped. */
export function RecordFacts<F extends RecordFields>({
  fields,
  record,
  omit = [],
}: RecordFactsProps<F>) {
  const shown = Object.entries(fields).filter(([name]) => !omit.includes(name));
  const isLong = ([, { kind }]: [string, RecordField]) => kind === 'text';
  return (
    <>
      <DescriptionList
        rows={shown
          .filter((entry) => !isLong(entry))
          .map(([name, field]) => [field.label, factOf(record, name, field)])}
      />
      {shown
        .filter(([name, field]) => isLong([name, field]) && fieldText(record, name, field) !== '')
        .map(([name, field]) => (
          <div className="border-t border-line pt-2 text-sm" key={name}>
            <ClampedText
              clampClass="line-clamp-6"
              max={{ characters: 280, lines: 6 }}
              text={fieldText(record, name, field)}
            />
          </div>
        ))}
    </>
  );
}

function factOf(record: object, name: string, field: RecordField) {
  const text = fieldText(record, name, field);
  if (field.kind !== 'date' || text === '') return text;
  return (
    <time className="tabular-nums" dateTime={String(fieldValue(record, name))}>
      {text}
    </time>
  );
}

/** Labels with their values; rows without a value are omitted. */
export function DescriptionList({ rows }: { rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="text-sm">
      {rows
        .filter(([, value]) => value || value === 0)
        .map(([label, value]) => (
          <div className="flex flex-wrap gap-x-4 border-t border-line py-1.5" key={label}>
            <dt className="basis-40 text-steel">{label}</dt>
            <dd className="min-w-0 max-w-full whitespace-pre-line wrap-anywhere">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
