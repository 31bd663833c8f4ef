import { testimonialInput, writeTestimonial } from '#contract/testimonials.ts';
import { call } from '#web/lib/api/api.ts';
import { type FormValues, fieldErrors } from '#web/lib/forms/form-values.ts';

/** Errors by wire name. */
export function errors(values: FormValues): Record<string, string> {
  return fieldErrors(testimonialInput, values);
}

/** Sends the testimonial; rejects with a CallError. */
export async function send(code: string, values: FormValues, key: string): Promise<void> {
  // The endpoint validates the body, whose type can't be known before.
  const input = { params: { code }, body: values as never };
  await call(writeTestimonial, input, { idempotencyKey: key });
}
