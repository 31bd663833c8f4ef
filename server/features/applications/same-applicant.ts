/** What says that two applications are of the same person: the address, or the phone number with the name. */
import { accountKey, foldLine } from '#contract/text/text-fold.ts';
import { minPhoneDigits } from '#contract/wire/phone.ts';
import type { ApplicationRow } from '../../database/tables/tables.ts';

type Identity = Pick<ApplicationRow, 'first_name' | 'last_name' | 'phone' | 'email'>;

/** The digits of a phone number without the country code. */
export const phoneKey = (phone: string) => phone.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');

/** The phone number with the name; null when the number says nothing. A number alone isn't enough: people share phones. */
export function personKey({ phone, first_name, last_name }: Identity): string | null {
  const digits = phoneKey(phone);
  return digits.length < minPhoneDigits
    ? null
    : `${digits} ${foldLine(`${first_name} ${last_name}`)}`;
}

/** The keys of which two applications of a person share one. */
export function identityKeys(row: Identity): string[] {
  return [accountKey(row.email), personKey(row)].filter((key) => key !== null);
}
