import { warnings as messages } from '../messages/form-warnings.ts';
import { isBlank } from '../text/blank-text.ts';
import { today } from './dates.ts';

/**
 * Warnings about answers that are stored as typed although they look wrong. The public form shows them before
 * sending, the portal afterwards, both as of the day of sending.
 */

/** Warnings by wire name. */
export type Warnings = Record<string, string>;

type Text = string | null | undefined;

interface InquiryAnswers {
  phone_number?: Text;
  website?: Text;
  pickup_date?: Text;
  delivery_date?: Text;
}

export function inquiryWarnings(inquiry: InquiryAnswers, sentAt: Date): Warnings {
  return withoutEmpty({
    phone_number: phone(inquiry.phone_number),
    website:
      isGiven(inquiry.website) && !webAddress.test(inquiry.website.trim()) && messages.website,
    pickup_date: isBefore(inquiry.pickup_date, sentAt) && messages.pickupPast,
    delivery_date: isBefore(inquiry.delivery_date, sentAt) && messages.deliveryPast,
  });
}

interface ApplicationAnswers {
  phone?: Text;
  zipcode?: Text;
  cdl_expiration_date?: Text;
  driver_license_expiration?: Text;
  workExperiences: readonly { to_date?: Text; is_current?: Text | number }[];
  references: readonly { phone?: Text }[];
}

/** Rows are named by index: `workExperiences.0.to_date`, `references.0.phone`. */
export function applicationWarnings(application: ApplicationAnswers, sentAt: Date): Warnings {
  const { zipcode, cdl_expiration_date, driver_license_expiration } = application;
  const work = application.workExperiences.map(({ to_date, is_current }, index) => [
    `workExperiences.${index}.to_date`,
    isGiven(to_date) && Number(is_current) === 1 && messages.currentWithEnd,
  ]);
  const references = application.references.map((reference, index) => [
    `references.${index}.phone`,
    phone(reference.phone),
  ]);
  return withoutEmpty({
    phone: phone(application.phone),
    zipcode: isGiven(zipcode) && !/^\d{5}(?:[- ]?\d{4})?$/.test(zipcode.trim()) && messages.zip,
    cdl_expiration_date: isBefore(cdl_expiration_date, sentAt) && messages.cdlExpired,
    driver_license_expiration:
      isBefore(driver_license_expiration, sentAt) && messages.licenseExpired,
    ...Object.fromEntries([...work, ...references]),
  });
}

const webAddress = /^(?:https?:\/\/)?[^\s/@.?#]+(?:\.[^\s/@.?#]+)+(?:[/?#]\S*)?$/i;

function isGiven(text: Text): text is string {
  return typeof text === 'string' && !isBlank(text);
}

function phone(number: Text): string | false {
  return isGiven(number) && number.replace(/\D/g, '').length < 10 && messages.phone;
}

function isBefore(date: Text, sentAt: Date): boolean {
  return isGiven(date) && date < today(sentAt);
}

function withoutEmpty(found: Record<string, string | false>): Warnings {
  return Object.fromEntries(
    Object.entries(found).filter((entry): entry is [string, string] => entry[1] !== false),
  );
}

/** The warnings for the office, which name the row. */
export function warningSentences(found: Warnings): string[] {
  return Object.entries(found).map(([name, sentence]) => {
    const [list, index] = name.split('.');
    if (list === 'workExperiences') return messages.workExperience(Number(index) + 1, sentence);
    return list === 'references' && index
      ? messages.reference(Number(index) + 1, sentence)
      : sentence;
  });
}

/** The warnings to show beside their fields, each with a note that the form can be sent anyway. */
export function fieldWarnings(found: Warnings): Warnings {
  return Object.fromEntries(
    Object.entries(found).map(([name, sentence]) => [name, `${sentence} ${messages.canSend}`]),
  );
}
