import { createContext, type ReactNode, use } from 'react';

interface State {
  /** What the controls start with, by their names. */
  values: Record<string, string>;
  /** What is wrong now, by the controls' names. */
  errors: Record<string, string>;
}

const Context = createContext<State>({ values: {}, errors: {} });

/** Gives the fields inside it their first values and their errors; the controls keep what is typed. */
export function FormState({ values, errors, children }: Partial<State> & { children: ReactNode }) {
  const outer = use(Context);
  return (
    <Context value={{ values: values ?? outer.values, errors: errors ?? outer.errors }}>
      {children}
    </Context>
  );
}

/** The first value and the error of one field. */
export function useFormField(name: string): { value: string; error: string | undefined } {
  const { values, errors } = use(Context);
  return { value: values[name] ?? '', error: errors[name] };
}

/** The first values of the whole form. */
export function useFormValues(): Record<string, string> {
  return use(Context).values;
}
