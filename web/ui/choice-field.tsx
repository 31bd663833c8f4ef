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

/** A labeled select; initial value and error come from FormState. */
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

/** A labeled checkbox with the value '1'; state and error come from FormState. */
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
