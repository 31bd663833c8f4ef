import type { ComponentProps } from 'react';
import { Field } from './field.tsx';
import { type FieldOptions, useFormField } from './form-state.tsx';
import { Input, Textarea } from './input.tsx';

/** A labeled text input; initial value and error come from FormState. */
export function TextField({
  name,
  label,
  hint,
  required,
  className,
  ...input
}: FieldOptions & Omit<ComponentProps<'input'>, keyof FieldOptions>) {
  const { value, ...messages } = useFormField(name);
  const isEmail = input.type === 'email';
  return (
    <Field {...{ name, label, hint, required, className, ...messages }}>
      <Input
        autoCapitalize={isEmail ? 'none' : undefined}
        className="h-12"
        defaultValue={value}
        spellCheck={isEmail ? false : undefined}
        {...input}
      />
    </Field>
  );
}

/** A labeled textarea, otherwise like TextField. */
export function AreaField({
  name,
  label,
  hint,
  required,
  className,
  ...area
}: FieldOptions & Omit<ComponentProps<'textarea'>, keyof FieldOptions>) {
  const { value, ...messages } = useFormField(name);
  return (
    <Field {...{ name, label, hint, required, className, ...messages }}>
      <Textarea defaultValue={value} {...area} />
    </Field>
  );
}
