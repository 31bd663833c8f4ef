import { translated } from '../text/languages.ts';
import * as spanish from './inquiry-vehicles.es.ts';

const many = (count: number, one: string, others: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : others}`;

/** Messages about the vehicles and the stops of an inquiry, and about certificates of insurance. */
export const inquiryVehicles = translated(spanish.inquiryVehicles, {
  vins: (max: number, characters: number) =>
    `At most ${max.toLocaleString('en-US')} VINs in ${characters.toLocaleString('en-US')} characters fit here. Leave out the others and email them.`,
  stops: (max: number) => `List at most ${max} stops, no delivery before the pickup.`,
  /** What a text has; the wrong ones, and what isn't one though it looks like it, by name. */
  found: (count: number, repeated: number, wrong: readonly string[], odd: readonly string[]) =>
    [
      count === 0 ? 'No VIN found yet: it has 17 letters and digits' : many(count, 'VIN', 'VINs'),
      repeated > 0 && `${repeated} repeated`,
      wrong.length > 0 && `${wrong.length} with a wrong check digit: ${wrong.join(', ')}`,
      odd.length > 0 &&
        `not a VIN, please correct: ${odd.map((one) => `${one} (${one.length} characters)`).join(', ')}`,
    ]
      .filter(Boolean)
      .join(', '),
  personal: 'We do not transport personally owned vehicles.',
  certificateReply: 'We email the certificate within one business day.',
  certificate: 'Certificate of insurance',
  checks: { true: 'OK', false: 'Check digit is wrong' },
  kinds: { pickup: 'Pickup', delivery: 'Delivery' },
  saveFailed: 'Failed to update the vehicles.',
  none: 'No VINs yet.',
});
