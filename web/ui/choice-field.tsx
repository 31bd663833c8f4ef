import type { ComponentProps } from 'react';
import { t } from '#contract/text/languages.ts';
import { Checkbox } from './checkbox.tsx';
import { Field } from './field.tsx';
import { type FieldOptions, useFormField } from './form-state.tsx';
import { Select } from './select.tsx';

/** A labeled select; initial value and error come from FormState. */
export function ChoiceField({
  name,
  label,
  hint,
  required,
  className,
  ...select
}: FieldOptions & Omit<ComponentProps<typeof Select>, keyof FieldOptions>) {
  const { value, error } = useFormField(name);
  return (
    <Field {...{ name, label, hint, required, className, error }}>
      <Select
        className="h-12"
        defaultValue={value}
        placeholder={t('Choose…', 'Elija…')}
        {...select}
      />
    </Field>
  );
}

/** A labeled checkbox with the value '1'; state and error come from FormState. */
export function FlagField({ name, label, hint, className }: FieldOptions) {
  const { value, error } = useFormField(name);
  return (
    <Checkbox
      className={className}
      defaultChecked={value === '1'}
      error={error}
      hint={hint}
      label={label}
      name={name}
      value="1"
    />
  );
}
