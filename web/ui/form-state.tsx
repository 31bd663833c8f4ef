import { createContext, type ReactNode, use, useMemo } from 'react';

interface State {
  /** Initial values by control name. */
  values: Record<string, string>;
  /** Errors by control name. */
  errors: Record<string, string>;
  /** Warnings by control name; they don't block sending. */
  warnings: Record<string, string>;
}

const Context = createContext<State>({ values: {}, errors: {}, warnings: {} });

/** Provides initial values and errors to the uncontrolled fields inside it. */
export function FormState({
  values,
  errors,
  warnings,
  children,
}: Partial<State> & { children: ReactNode }) {
  const outer = use(Context);
  // The same object while nothing has changed: each field renders again for another.
  const state = useMemo(
    () => ({
      values: values ?? outer.values,
      errors: errors ?? outer.errors,
      warnings: warnings ?? outer.warnings,
    }),
    [values, errors, warnings, outer],
  );
  return <Context value={state}>{children}</Context>;
}

/** What every field takes whose initial value and error come from FormState. */
export interface FieldOptions {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  required?: boolean;
  /** Class of the whole field. */
  className?: string;
}

interface FormField {
  value: string;
  error: string | undefined;
  warning: string | undefined;
}

export function useFormField(name: string): FormField {
  const { values, errors, warnings } = use(Context);
  return { value: values[name] ?? '', error: errors[name], warning: warnings[name] };
}

export function useFormValues(): Record<string, string> {
  return use(Context).values;
}
