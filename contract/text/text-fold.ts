/** How texts are compared and searched. */
import { withoutInvisible } from './blank-text.ts';

/** Letters that Unicode normalization does not decompose. */
const baseLetters: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};

const undecomposed = new RegExp(`[${Object.keys(baseLetters).join('')}]`, 'g');

/** With those that Unicode calls letters: okina, modifier letters and saltillo. */
const apostrophes =
  /[\u02b9\u02bb-\u02bd\u02c8\ua78b\ua78c\u2018-\u201b\u2032\u2035\u2039\u203a\u0060\u00b4\u055a\uff07]/g;
const quotes = /[\u201c-\u201f\u2033\u2036\u00ab\u00bb\u301d-\u301f\uff02]/g;
const dashes = /[\p{Pd}\u2043\u2212]/gu;

/** Text with one kind of apostrophe, quote, dash and space, without invisible characters. */
function withPlainSigns(text: string): string {
  return withoutInvisible(text)
    .replace(apostrophes, "'")
    .replace(quotes, '"')
    .replace(dashes, '-')
    .replace(/\p{Zs}/gu, ' ');
}

/** Text without case and accents, with plain apostrophes, quotes, dashes and spaces: 'Łódź’s' becomes "lodz's". */
export function foldText(text: string): string {
  return withPlainSigns(text)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(undecomposed, (letter) => baseLetters[letter] ?? letter);
}

/** A folded line: equal for two names, titles or departments that readers take for the same. */
export function foldLine(text: string): string {
  return foldText(text).replace(/\s+/g, ' ').trim();
}

/** The form in which usernames and addresses are compared: accents count, case and look-alike signs don't. */
export function accountKey(text: string): string {
  return withPlainSigns(text).normalize('NFKC').trim().toLowerCase();
}
