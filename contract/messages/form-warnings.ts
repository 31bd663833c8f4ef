import { translated } from '../text/languages.ts';
import * as spanish from './form-warnings.es.ts';

/** Warnings about accepted answers that look wrong, for the sender and the office. */
export const warnings = translated(spanish.warnings, {
  phone: 'The phone number has fewer than 10 digits.',
  website: "The website doesn't look like a web address.",
  pickupPast: 'The pickup date has passed.',
  deliveryPast: 'The delivery date has passed.',
  zip: "The ZIP code doesn't have 5 digits.",
  cdlExpired: 'The CDL has expired.',
  licenseExpired: "The driver's license has expired.",
  currentWithEnd: 'The job has an end date and is marked as current.',
  /** Follows each warning beside its field. */
  canSend: 'Please check. You can send it as it is.',
  /** The badge in the portal. */
  check: 'Check answers',
  workExperience: (number: number, sentence: string) => `Work experience ${number}: ${sentence}`,
  reference: (number: number, sentence: string) => `Reference ${number}: ${sentence}`,
});
