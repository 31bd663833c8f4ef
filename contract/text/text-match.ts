import { foldLine, foldText } from './text-fold.ts';

/**
 * Whether the text contains every word of the search, ignoring case, accents and kinds of apostrophes and dashes, or
 * one of the phone numbers contains its digits, however they are punctuated. An empty search matches all.
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

/** Whether readers take two names or departments for the same. */
export function isSameLine(one: string | null, other: string): boolean {
  return foldLine(one ?? '') === foldLine(other);
}

/** The values of a filter in order: of those that readers take for the same the first, and none that is blank. */
export function distinctLines(values: Iterable<string | null>): string[] {
  const byKey = new Map<string, string>();
  for (const value of values) {
    const key = foldLine(value ?? '');
    if (value !== null && key !== '' && !byKey.has(key)) byKey.set(key, value.trim());
  }
  return [...byKey.values()].sort((one, other) => one.localeCompare(other, 'en-US'));
}
