import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { general } from '#contract/messages/general.ts';
import { CallError } from '#contract/wire/endpoint.ts';
import { serverMessage } from '#web/lib/api/api.ts';
import { readSession } from '#web/lib/session/session.ts';

/** The server's error message, else `fallback`. */
export function errorMessage(error: unknown, fallback: string): string {
  return serverMessage(error) ?? fallback;
}

/** The error when the token is missing or undecodable, else null. */
export function tokenError(tokenMissing: string = general.tokenMissing): string | null {
  const { state } = readSession();
  if (state === 'none') return tokenMissing;
  return state === 'undecodable' ? general.tokenInvalid : null;
}

/** Shows the server's field errors beside their controls and returns the messages. */
export function setFieldErrors<V extends FieldValues, C, T extends FieldValues>(
  form: UseFormReturn<V, C, T>,
  error: unknown,
): string[] {
  if (!(error instanceof CallError) || !error.body.fields) return [];
  const known = Object.keys(form.getValues());
  const entries = Object.entries(error.body.fields).filter(([name]) => known.includes(name));
  for (const [name, message] of entries) {
    form.setError(name as Path<V>, { type: 'server', message });
  }
  return entries.map(([, message]) => message);
}
