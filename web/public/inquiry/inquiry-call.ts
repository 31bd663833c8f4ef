import { inquiryInput, sendInquiry } from '#contract/inquiries.ts';
import { call } from '#web/lib/api.ts';
import { type FormValues, fieldErrors } from '#web/lib/form-values.ts';

/** What is wrong with the answers, by wire name. */
export function inquiryErrors(values: FormValues): Record<string, string> {
  return fieldErrors(inquiryInput, values);
}

/** Sends the inquiry and answers its reference; rejects with a CallError. */
export async function sendForm(values: FormValues, idempotencyKey: string): Promise<string> {
  // The call checks the body itself: what comes from a form is never of the right type by promise.
  const { reference } = await call(sendInquiry, { body: values as never }, { idempotencyKey });
  return reference;
}
