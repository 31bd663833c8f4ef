import { type ComponentProps, type ReactNode, useId } from 'react';
import { FieldError, FieldHint, RequiredMark } from './field.tsx';

interface CheckProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
}

/** A checkbox with its label on the right; the whole row is the target. */
export function Checkbox(props: CheckProps) {
  return <Check {...props} kind="checkbox" />;
}

/** A radio button with its label on the right; put several into a FieldGroup. */
export function Radio(props: CheckProps) {
  return <Check {...props} kind="radio" />;
}

function Check({
  label,
  hint,
  error,
  className = '',
  kind,
  ...rest
}: CheckProps & { kind: 'checkbox' | 'radio' }) {
  const id = useId();
  const describedBy =
    [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ') || undefined;
  return (
    <div className={className}>
      <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5">
        <input
          aria-describedby={describedBy}
          aria-invalid={Boolean(error) || undefined}
          {...rest}
          className="mt-0.5 size-5 shrink-0 accent-rust"
          type={kind}
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

interface GroupProps {
  legend: ReactNode;
  required?: boolean;
  hint?: ReactNode;
  error?: string | undefined;
  className?: string;
  children: ReactNode;
}

/** Radio buttons or checkboxes that answer one question. */
export function FieldGroup({ legend, required, hint, error, className, children }: GroupProps) {
  const id = useId();
  const describedBy =
    [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ') || undefined;
  return (
    <fieldset aria-describedby={describedBy} className={className}>
      <legend className="font-display text-sm font-semibold leading-snug">
        {legend}
        {required && <RequiredMark />}
      </legend>
      {hint && <FieldHint id={`${id}-hint`}>{hint}</FieldHint>}
      {children}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  );
}
