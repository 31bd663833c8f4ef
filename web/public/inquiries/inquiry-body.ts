import { inquiryVehicles } from '#contract/messages/inquiry-vehicles.ts';
import { t } from '#contract/text/languages.ts';
import { type FormValues, isBlank, rowsOf } from '#web/lib/forms/form-values.ts';
import type { Confirmation } from '#web/lib/session/confirmations.ts';

/** The call's body: stops as a list, in which a row with only a kind is blank. */
export function inquiryBody(values: FormValues) {
  const stops = rowsOf(values, 'stops').map(({ kind = '', ...rest }) =>
    isBlank(rest) ? {} : { kind, ...rest },
  );
  const flat = Object.entries(values).filter(([name]) => !name.includes('.'));
  return { ...Object.fromEntries(flat), stops };
}

/** What is shown after sending. */
export function confirmationOf(
  values: FormValues,
  { reference, status_url }: { reference: string; status_url: string },
): Confirmation {
  const { kind, pickup_location = '', delivery_location = '' } = values;
  const [from, to] = [pickup_location.trim(), delivery_location.trim()];
  const route = t(`${from} to ${to}`, `${from} a ${to}`);
  const subject = kind === 'certificate' ? inquiryVehicles.certificate : route;
  // While nodes are upgraded, one of the release before may have answered.
  const statusPath = URL.parse(status_url)?.pathname ?? '';
  return { sentAt: new Date().toISOString(), reference, subject, statusPath };
}
