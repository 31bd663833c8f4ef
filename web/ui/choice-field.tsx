import type { ComponentProps, ReactNode } from 'react';
import { Checkbox } from './checkbox.tsx';
import { Field } from './field.tsx';
import { useFormField } from './form-state.tsx';
import { Select } from './select.tsx';

interface Common {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  required?: boolean;
  className?: string;
}

/** A labelled choice from a list that takes its first value and its error from the form around it. */
export function ChoiceField({
  name,
  label,
  hint,
  required,
  className,
  ...select
}: Common & Omit<ComponentProps<typeof Select>, keyof Common>) {
  const { value, error } = useFormField(name);
  return (
    <Field {...{ name, label, hint, required, className, error }}>
      <Select className="h-12" defaultValue={value} placeholder="Choose…" {...select} />
    </Field>
  );
}

/** A yes/no question as a checkbox: '1' when checked. */
export function FlagField({ name, label, hint, className }: Common) {
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
