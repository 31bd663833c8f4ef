import { createContext, type ReactNode, use, useId } from 'react';
import { t } from '#contract/text/languages.ts';

interface FieldContext {
  id: string;
  name: string;
  required: boolean;
  invalid: boolean;
  describedBy: string | undefined;
}

const Context = createContext<FieldContext | null>(null);

interface FieldProps {
  /** The wire name; becomes the control's `name`. */
  name: string;
  label: ReactNode;
  required?: boolean;
  hint?: ReactNode;
  error?: string | undefined;
  /** Shown if there is no error; doesn't block saving. */
  warning?: string | undefined;
  className?: string;
  children: ReactNode;
}

/** A label, a control, its hint and its error, connected by ARIA attributes. */
export function Field({
  name,
  label,
  required = false,
  hint,
  error,
  warning,
  className,
  children,
}: FieldProps) {
  const id = useId();
  const warns = Boolean(warning) && !error;
  const describedBy =
    [hint && `${id}-hint`, error && `${id}-error`, warns && `${id}-warning`]
      .filter(Boolean)
      .join(' ') || undefined;
  return (
    <div className={className}>
      <label className="mb-1 block font-display text-sm font-semibold leading-snug" htmlFor={id}>
        {label}
        {required && <RequiredMark />}
      </label>
      <Context value={{ id, name, required, invalid: Boolean(error), describedBy }}>
        {children}
      </Context>
      {hint && <FieldHint id={`${id}-hint`}>{hint}</FieldHint>}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {warns && (
        <p
          className="mt-1 border-l-4 border-lane pl-2 text-sm font-semibold"
          id={`${id}-warning`}
          role="status"
        >
          {warning}
        </p>
      )}
    </div>
  );
}

/** Hidden from assistive technology, which reads `required` from the control. */
export function RequiredMark() {
  return (
    <span aria-hidden="true" className="ml-0.5 text-rust" title={t('Required', 'Obligatorio')}>
      *
    </span>
  );
}

export function FieldHint({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p className="mt-1 text-sm text-steel" id={id}>
      {children}
    </p>
  );
}

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p
      className="mt-1 border-l-4 border-danger pl-2 text-sm font-semibold text-danger"
      data-field-error=""
      id={id}
      role="alert"
    >
      {children}
    </p>
  );
}

/** The props that a control gets from the Field around it; empty outside a Field. */
export function useFieldControl() {
  const field = use(Context);
  if (field === null) return {};
  return {
    id: field.id,
    name: field.name,
    required: field.required,
    'aria-invalid': field.invalid || undefined,
    'aria-describedby': field.describedBy,
  };
}
