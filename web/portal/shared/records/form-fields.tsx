import { type ReactNode, useId } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { t } from '#contract/text/languages.ts';
import {
  type EditableName,
  editableFields,
  isRequired,
  type RecordField,
  type RecordFields,
} from '#contract/wire/record-fields.ts';
import { DateInput } from '#web/ui/date-input.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { Select } from '#web/ui/select.tsx';
import { SpanishVersion } from './spanish-version.tsx';

export interface Choice {
  value: string;
  label: string;
}

interface Override {
  /** The records to choose from in a reference. */
  options?: readonly Choice[];
  hint?: ReactNode;
  /** Values that a text field offers. */
  suggestions?: readonly string[];
  onChange?: () => void;
}

export type Overrides<F extends RecordFields> = Partial<Record<EditableName<F>, Override>>;

interface FormFieldsProps<F extends RecordFields, Values extends FieldValues, Body> {
  fields: F;
  form: UseFormReturn<Values, unknown, Body>;
  overrides?: Overrides<F>;
  /** Grid classes: the number of columns by width. */
  columns?: string;
}

/** A control for each editable field of a record, in order. */
export function FormFields<F extends RecordFields, Values extends FieldValues, Body>({
  fields,
  form,
  overrides = {},
  columns = 'sm:grid-cols-2',
}: FormFieldsProps<F, Values, Body>) {
  const errors = form.formState.errors as Record<string, { message?: string } | undefined>;
  const controlOf = ([name, field]: [EditableName<F>, RecordField]) => {
    const override: Override = overrides[name] ?? {};
    const { hint = field.hint, onChange, options, suggestions } = override;
    return (
      <Field
        className={(field.isWide ?? field.kind === 'text') ? 'col-span-full' : ''}
        error={errors[name]?.message}
        hint={hint}
        key={name}
        label={field.label}
        name={name}
        required={isRequired(field)}
      >
        <Control
          field={field}
          options={options}
          suggestions={suggestions}
          {...form.register(name as unknown as Path<Values>, onChange && { onChange })}
        />
      </Field>
    );
  };
  const all = editableFields(fields);
  const spanish = all.filter(([, { isSpanish }]) => isSpanish);
  return (
    <div className={`grid gap-4 ${columns}`}>
      {all.filter(([, { isSpanish }]) => !isSpanish).map(controlOf)}
      {spanish.length > 0 && (
        <SpanishVersion
          hasError={spanish.some(([name]) => errors[name])}
          isFilled={spanish.some(([name]) => form.getValues(name as unknown as Path<Values>))}
        >
          <div className={`grid gap-4 ${columns}`}>{spanish.map(controlOf)}</div>
        </SpanishVersion>
      )}
    </div>
  );
}

interface ControlProps extends ReturnType<UseFormReturn['register']> {
  field: RecordField;
  options: readonly Choice[] | undefined;
  suggestions: readonly string[] | undefined;
}

const yesOrNo = [
  { value: '0', label: t('No', 'No') },
  { value: '1', label: t('Yes', 'Sí') },
];

function Control({ field, options = [], suggestions, ...control }: ControlProps) {
  switch (field.kind) {
    case 'text':
      return <Textarea {...control} className="field-sizing-content max-h-96 min-h-28" />;
    case 'username':
      return <Input {...control} autoCapitalize="none" autoComplete="off" spellCheck={false} />;
    case 'email':
      return <Input {...control} autoComplete="off" inputMode="email" type="email" />;
    case 'phone':
      return <Input {...control} autoComplete="off" type="tel" />;
    case 'current-password':
    case 'new-password':
      return <PasswordInput {...control} autoComplete={field.kind} />;
    case 'date':
      return <DateInput {...control} max={field.max?.()} />;
    case 'money':
    case 'hours':
    case 'number':
      return <Input {...control} autoComplete="off" inputMode="decimal" />;
    case 'choice':
      return <Select {...control} options={field.options} placeholder={field.placeholder} />;
    case 'flag':
      return <Select {...control} options={yesOrNo} />;
    case 'reference':
      return (
        <Select
          {...control}
          options={options}
          placeholder={options.length === 0 ? field.placeholder : undefined}
        />
      );
    default:
      return suggestions ? (
        <SuggestingInput {...control} suggestions={suggestions} />
      ) : (
        <Input {...control} autoComplete="off" />
      );
  }
}

interface SuggestingProps extends ReturnType<UseFormReturn['register']> {
  suggestions: readonly string[];
}

function SuggestingInput({ suggestions, ...control }: SuggestingProps) {
  const id = useId();
  return (
    <>
      <Input {...control} autoComplete="off" list={id} />
      <datalist id={id}>
        {suggestions.map((text) => (
          <option key={text} value={text} />
        ))}
      </datalist>
    </>
  );
}
