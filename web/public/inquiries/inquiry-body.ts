import { inquiryVehicles } from '#contract/messages/inquiry-vehicles.ts';
import type { FormValues } from '#web/lib/forms/form-values.ts';
import type { Confirmation } from '#web/lib/session/confirmations.ts';

/** More than the form offers, so that a row that is one too many is an error, not a gap. */
const maxRows = 40;

/** The call's body: stops as a list, in which a row without a place is blank. */
export function inquiryBody(values: FormValues) {
  const flat = Object.entries(values).filter(([name]) => !name.includes('.'));
  const stops: FormValues[] = [];
  for (const [name, value] of Object.entries(values)) {
    const [list, index, key = ''] = name.split('.');
    const at = Number(index);
    if (list !== 'stops' || !Number.isInteger(at) || at < 0 || at >= maxRows) continue;
    while (stops.length <= at) stops.push({});
    Object.assign(stops[at] ?? {}, { [key]: value });
  }
  const isBlank = ({ kind: _, ...rest }: FormValues) => Object.values(rest).every((text) => !text);
  return {
    ...Object.fromEntries(flat),
    stops: stops.map((stop) => (isBlank(stop) ? {} : stop)),
  };
}

/** What is shown after sending. */
export function confirmationOf(
  values: FormValues,
  { reference, status_url }: { reference: string; status_url: string },
): Confirmation {
  const { kind, pickup_location = '', delivery_location = '' } = values;
  const route = `${pickup_location.trim()} to ${delivery_location.trim()}`;
  const subject = kind === 'certificate' ? inquiryVehicles.certificate : route;
  // While nodes are upgraded, one of the release before may have answered.
  const statusPath = URL.parse(status_url)?.pathname ?? '';
  return { sentAt: new Date().toISOString(), reference, subject, statusPath };
}
