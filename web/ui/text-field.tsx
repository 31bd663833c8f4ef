import type { ComponentProps, ReactNode } from 'react';
import { Field } from './field.tsx';
import { useFormField } from './form-state.tsx';
import { Input, Textarea } from './input.tsx';

interface Common {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  required?: boolean;
  /** Class of the whole field. */
  className?: string;
}

/** A labeled text input; initial value and error come from FormState. */
export function TextField({
  name,
  label,
  hint,
  required,
  className,
  ...input
}: Common & Omit<ComponentProps<'input'>, keyof Common>) {
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
}: Common & Omit<ComponentProps<'textarea'>, keyof Common>) {
  const { value, ...messages } = useFormField(name);
  return (
    <Field {...{ name, label, hint, required, className, ...messages }}>
      <Textarea defaultValue={value} {...area} />
    </Field>
  );
}
