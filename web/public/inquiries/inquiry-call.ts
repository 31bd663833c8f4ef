import { inquiryInput, sendInquiry } from '#contract/inquiries.ts';
import * as contract from '#contract/rules/form-warnings.ts';
import { call } from '#web/lib/api/api.ts';
import { type FormValues, fieldErrors } from '#web/lib/forms/form-values.ts';
import type { Confirmation } from '#web/lib/session/confirmations.ts';
import { confirmationOf, inquiryBody } from './inquiry-body.ts';
import { recaptchaToken } from './recaptcha.ts';

export { vinSummary } from '#contract/rules/vins.ts';

/** Errors by wire name. */
export function errors(values: FormValues): Record<string, string> {
  return fieldErrors(inquiryInput, inquiryBody(values));
}

/** Warnings by wire name; they don't block sending. */
export function warnings(values: FormValues): Record<string, string> {
  return contract.fieldWarnings(contract.inquiryWarnings(values, new Date()));
}

/** Sends the inquiry; rejects with a CallError. */
export async function send(
  values: FormValues,
  { key, siteKey }: { key: string; siteKey: string | null },
): Promise<Confirmation> {
  // The endpoint validates the body, whose type can't be known before.
  const body = { ...inquiryBody(values), recaptchaToken: await recaptchaToken(siteKey) } as never;
  const sent = await call(sendInquiry, { body }, { idempotencyKey: key, keepalive: true });
  return confirmationOf(values, sent);
}
