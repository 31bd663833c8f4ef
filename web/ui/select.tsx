import type { ComponentProps } from 'react';
import { useFieldControl } from './field.tsx';
import { controlClass } from './input.tsx';

interface Choice {
  value: string;
  label: string;
}

interface SelectProps extends ComponentProps<'select'> {
  /** Values, or value and label where they differ. */
  options?: readonly (string | Choice)[];
  /** Label of an option with an empty value. */
  placeholder?: string;
}

/** A native select. */
export function Select({ options, placeholder, className = '', children, ...rest }: SelectProps) {
  const field = useFieldControl();
  return (
    <select {...field} {...rest} className={`${controlClass} pr-8 ${className}`}>
      {placeholder !== undefined && <option value="">{placeholder}</option>}
      {options?.map((option) => {
        const choice = typeof option === 'string' ? { value: option, label: option } : option;
        return (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        );
      })}
      {children}
    </select>
  );
}
