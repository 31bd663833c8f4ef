import type { ComponentProps } from 'react';
import { useFieldControl } from './field.tsx';
import { controlClass } from './input.tsx';

interface Choice {
  value: string;
  label: string;
}

interface SelectProps extends ComponentProps<'select'> {
  /** Plain words, or pairs where the wire's value is not what people read. */
  options?: readonly (string | Choice)[];
  /** The first line, with an empty value. */
  placeholder?: string;
}

/** The browser's own select: the right wheel on a phone, the right keys everywhere. */
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
