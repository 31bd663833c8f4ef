import type { ComponentProps, ReactNode } from 'react';
import { Field } from './field.tsx';
import { useFormField } from './form-state.tsx';
import { Input, Textarea } from './input.tsx';

interface Common {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  required?: boolean;
  /** Of the whole field, for its place in the grid. */
  className?: string;
}

/** A labelled line of text that takes its first value and its error from the form around it. */
export function TextField({
  name,
  label,
  hint,
  required,
  className,
  ...input
}: Common & Omit<ComponentProps<'input'>, keyof Common>) {
  const { value, error } = useFormField(name);
  return (
    <Field {...{ name, label, hint, required, className, error }}>
      <Input className="h-12" defaultValue={value} {...input} />
    </Field>
  );
}

/** A labelled text of several lines, otherwise the same. */
export function AreaField({
  name,
  label,
  hint,
  required,
  className,
  ...area
}: Common & Omit<ComponentProps<'textarea'>, keyof Common>) {
  const { value, error } = useFormField(name);
  return (
    <Field {...{ name, label, hint, required, className, error }}>
      <Textarea defaultValue={value} {...area} />
    </Field>
  );
}
