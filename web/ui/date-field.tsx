import { type ReactNode, useState } from 'react';
import { isCalendarDate } from '#contract/dates.ts';
import { Field } from './field.tsx';
import { useFormField } from './form-state.tsx';
import { Input } from './input.tsx';

interface DateFieldProps {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  required?: boolean;
  className?: string;
  autoComplete?: string;
}

/** A date that is typed as YYYY-MM-DD or picked: text at rest, the browser's date control in use. */
export function DateField({ name, autoComplete, ...field }: DateFieldProps) {
  const { value, error } = useFormField(name);
  const [type, setType] = useState(isCalendarDate(value) ? 'date' : 'text');
  return (
    <Field {...field} error={error} name={name}>
      <Input
        autoComplete={autoComplete ?? 'off'}
        className="h-12"
        defaultValue={value}
        onBeforeInput={({ data, currentTarget }) => {
          // A whole date that comes at once, dictated or filled in: the date control takes digits only.
          if (currentTarget.type !== 'date' || !isCalendarDate(data)) return;
          currentTarget.value = data;
          currentTarget.dispatchEvent(new Event('input', { bubbles: true }));
        }}
        onBlur={({ currentTarget: { value: left, validity } }) => {
          // Half a date reads as empty too, and must not vanish from sight.
          if (left === '' && !validity.badInput) setType('text');
        }}
        onFocus={({ currentTarget: { value: held } }) => {
          // The date control would drop a text that it cannot read.
          if (held === '' || isCalendarDate(held)) setType('date');
        }}
        placeholder="YYYY-MM-DD"
        type={type}
      />
    </Field>
  );
}
