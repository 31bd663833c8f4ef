import { foldText } from '#contract/text-fold.ts';

/**
 * Whether the text contains every word of the search, ignoring case and accents, or one of the
 * phone numbers contains its digits, however they are punctuated. An empty search matches all.
 */
export function matches(search: string, text: string, phones: readonly string[] = []): boolean {
  const where = foldText(text);
  return (
    foldText(search)
      .split(/\s+/)
      .every((word) => where.includes(word)) || matchesPhone(search, phones)
  );
}

function matchesPhone(search: string, phones: readonly string[]): boolean {
  if (!/^[\d\s()+./-]+$/.test(search)) return false;
  const digits = nationalDigits(search);
  return digits !== '' && phones.some((phone) => nationalDigits(phone).includes(digits));
}

/** The digits of a phone number, without the country code 1 of a complete one. */
function nationalDigits(phone: string): string {
  return phone.replace(/\D/g, '').replace(/^1(?=\d{10})/, '');
}
