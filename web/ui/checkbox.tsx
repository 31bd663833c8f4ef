import { type ComponentProps, type ReactNode, useId } from 'react';
import { FieldError, FieldHint, RequiredMark } from './field.tsx';

interface CheckProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
}

/** A checkbox with its label; the whole row is clickable. */
export function Checkbox({ label, hint, error, className = '', ...rest }: CheckProps) {
  const id = useId();
  const describedBy =
    [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ') || undefined;
  return (
    <div className={`[&>p]:ml-8 ${className}`}>
      <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5">
        <input
          aria-describedby={describedBy}
          aria-invalid={Boolean(error) || undefined}
          {...rest}
          className="mt-0.5 size-5 shrink-0 accent-rust"
          type="checkbox"
        />
        <span className="leading-snug">
          {label}
          {rest.required && <RequiredMark />}
        </span>
      </label>
      {hint && <FieldHint id={`${id}-hint`}>{hint}</FieldHint>}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}
