import * as contract from '#contract/form-warnings.ts';
import { inquiryInput, sendInquiry } from '#contract/inquiries.ts';
import { call } from '#web/lib/api.ts';
import { type FormValues, fieldErrors } from '#web/lib/form-values.ts';

/** Errors by wire name. */
export function inquiryErrors(values: FormValues): Record<string, string> {
  return fieldErrors(inquiryInput, values);
}

/** Warnings by wire name; they don't block sending. */
export function inquiryWarnings(values: FormValues): Record<string, string> {
  return contract.fieldWarnings(contract.inquiryWarnings(values, new Date()));
}

/** Sends the inquiry and returns its reference; rejects with a CallError. */
export async function sendForm(values: FormValues, idempotencyKey: string): Promise<string> {
  // The endpoint validates the body, whose type can't be known before.
  const body = values as never;
  const { reference } = await call(sendInquiry, { body }, { idempotencyKey, keepalive: true });
  return reference;
}

/** The route of an inquiry, for its confirmation. */
export function routeOf({ pickup_location, delivery_location }: FormValues): string {
  return `${pickup_location?.trim()} to ${delivery_location?.trim()}`;
}
