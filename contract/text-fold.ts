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

/** Those letters, in lower case. */
export const undecomposedLetters: readonly string[] = Object.keys(baseLetters);

const undecomposed = new RegExp(`[${undecomposedLetters.join('')}]`, 'g');

/** Text without case and accents, for searches: 'Łódź' becomes 'lodz'. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(undecomposed, (letter) => baseLetters[letter] ?? letter);
}
