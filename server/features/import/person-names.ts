/** What follows a name and belongs to the last one: Jr., III, M.D. */
const suffix =
  /^(?:jr|sr|jnr|snr|junior|senior|esq|i{2,3}|iv|vi{0,3}|2nd|3rd|4th|ph\.?d|m\.?d|cpa)\.?$/i;
/** Suffixes that are also initials or first names. */
const isAmbiguous = (word: string) => /^(?:v|m\.?d|cpa|esq)\.?$/i.test(word);

const words = (text: string) => text.split(/\s+/).filter(Boolean);

/** Takes suffixes from the end of words. */
function takeSuffixes(name: readonly string[]): [rest: string[], suffixes: string[]] {
  const at = name.findLastIndex(
    (word, index) => index === 0 || !suffix.test(word) || isAmbiguous(word),
  );
  return [name.slice(0, at + 1), name.slice(at + 1)];
}

const title = /^(?:mr|mrs|ms|miss|mx|dr|rev|prof|hon)\.?$/i;
/** A title before a name isn't part of it. */
const withoutTitle = (name: readonly string[]) =>
  name.filter((word, at) => at > 0 || name.length === 1 || !title.test(word));

/** What no name has: 'Driver: John', 'John Smith #1042', 'John Smith - Driver', 'John Smith, CDL'. */
const isOdd = (part: string) =>
  /[:;/*#]|\s[-–—]\s|^(?:cdl\b.*|hazmat|twic|driver)$/i.test(part) ||
  words(part).some((word) => /\d/.test(word) && !suffix.test(word));

interface PersonName {
  first_name: string;
  last_name: string;
}

/**
 * 'Jane van Dyk', 'van Dyk, Jane', 'Smith, John, Jr.' and 'John Smith, Jr.' as first and last name; a suffix belongs to
 * the last one, and a title to none. Undefined when it can be read in several ways, or has more than a name.
 */
export function splitName(name: string): PersonName | undefined {
  const parts = name.split(',').map((part) => part.trim());
  const filled = parts.filter((part) => part !== '');
  const [before = ''] = filled;
  const isSuffix = (part: string) =>
    suffix.test(part) && !(isAmbiguous(part) && filled.length === 2 && words(before).length === 1);
  const names = filled.filter((part, at) => at === 0 || !isSuffix(part));
  const after = filled.filter((part, at) => at > 0 && isSuffix(part));
  if (names.length > 2 || filled.some(isOdd)) return undefined;
  const [given, ownSuffixes] = takeSuffixes(withoutTitle(words(names[1] ?? '')));
  const [rest, lastSuffixes] = takeSuffixes(withoutTitle(words(names[0] ?? '')));
  const suffixes = [...lastSuffixes, ...ownSuffixes, ...after];
  const isLastFirst = names.length === 2;
  // 'Smith, Jr.' has no first name.
  const isLastAlone = !isLastFirst && after.length > 0 && rest.length === 1;
  const first = isLastFirst ? given : isLastAlone ? [] : rest.slice(0, 1);
  const last = isLastFirst || isLastAlone ? rest : rest.slice(1);
  // 'John Jr.' has no last name.
  const isFirstAlone = last.length === 0;
  return {
    first_name: [...first, ...(isFirstAlone ? suffixes : [])].join(' '),
    last_name: [...last, ...(isFirstAlone ? [] : suffixes)].join(' '),
  };
}
