import { createContext, type ReactNode, use, useId } from 'react';

interface FieldContext {
  id: string;
  name: string;
  required: boolean;
  invalid: boolean;
  describedBy: string | undefined;
}

const Context = createContext<FieldContext | null>(null);

interface FieldProps {
  /** The wire field's name; becomes the control's `name`. */
  name: string;
  label: ReactNode;
  required?: boolean;
  hint?: ReactNode;
  error?: string | undefined;
  className?: string;
  children: ReactNode;
}

/** A labelled control with its hint and its error, tied together for those who hear the page. */
export function Field({
  name,
  label,
  required = false,
  hint,
  error,
  className,
  children,
}: FieldProps) {
  const id = useId();
  const describedBy =
    [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ') || undefined;
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
    </div>
  );
}

/** The star of a required field; assistive technology hears `required` from the control itself. */
export function RequiredMark() {
  return (
    <span aria-hidden="true" className="ml-0.5 text-rust" title="Required">
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
      id={id}
      role="alert"
    >
      {children}
    </p>
  );
}

/** What a control inside a Field takes from it; nothing when it stands alone. */
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
