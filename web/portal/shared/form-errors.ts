import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { CallError } from '#contract/endpoint.ts';

/** Shows the server's field errors beside their controls, focuses the first, and returns the messages. */
export function putFieldErrors<V extends FieldValues, C, T extends FieldValues>(
  form: UseFormReturn<V, C, T>,
  error: unknown,
): string[] {
  if (!(error instanceof CallError) || !error.body.fields) return [];
  const known = Object.keys(form.getValues());
  const entries = Object.entries(error.body.fields).filter(([name]) => known.includes(name));
  for (const [index, [name, message]] of entries.entries()) {
    form.setError(name as Path<V>, { type: 'server', message }, { shouldFocus: index === 0 });
  }
  return entries.map(([, message]) => message);
}
