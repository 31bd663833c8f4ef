import { startApplication, startInput } from '#contract/application-drafts.ts';
import { applicationWarnings, fieldWarnings } from '#contract/rules/form-warnings.ts';
import { call } from '#web/lib/api/api.ts';
import { type FormValues, fieldErrors } from '#web/lib/forms/form-values.ts';

/** Errors by wire name. */
export function errors(values: FormValues): Record<string, string> {
  return fieldErrors(startInput, values);
}

/** Warnings by wire name; they don't block sending. */
export function warnings({ phone }: FormValues): Record<string, string> {
  const answers = { phone, workExperiences: [], references: [] };
  return fieldWarnings(applicationWarnings(answers, new Date()));
}

/** Starts the application; rejects with a CallError. */
export async function send(values: FormValues, jobId: string | null, key: string): Promise<void> {
  // The endpoint validates the body, whose type can't be known before.
  const body = { ...values, job_id: jobId } as never;
  await call(startApplication, { body }, { idempotencyKey: key });
}
