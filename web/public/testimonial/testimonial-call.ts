import { writeTestimonial } from '#contract/testimonials.ts';
import { call } from '#web/lib/api.ts';
import { type FormValues, fieldErrors } from '#web/lib/form-values.ts';

/** What is wrong with the answers, by wire name. */
export function wordErrors(values: FormValues): Record<string, string> {
  return fieldErrors(writeTestimonial.body, values);
}

/** Sends what a client says; rejects with a CallError. */
export async function sendWords(code: string, values: FormValues, key: string): Promise<void> {
  // The call checks the body itself: what comes from a form is never of the right type by promise.
  const input = { params: { code }, body: values as never };
  await call(writeTestimonial, input, { idempotencyKey: key });
}
