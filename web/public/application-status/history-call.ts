import { historyInput, saveDriverHistory } from '#contract/application-status.ts';
import { call } from '#web/lib/api/api.ts';
import { type FormValues, fieldErrors } from '#web/lib/forms/form-values.ts';
import { historyOf } from '../applications/driver-history-values.ts';

const bodyOf = (values: FormValues) => ({ driver_history: historyOf(values) });

/** Errors by wire name. */
export function errors(values: FormValues): Record<string, string> {
  return fieldErrors(historyInput, bodyOf(values));
}

/** Saves the record; returns what is said about it. Rejects with a CallError. */
export async function send(code: string, values: FormValues): Promise<string> {
  return (await call(saveDriverHistory, { params: { code }, body: bodyOf(values) })).message;
}
