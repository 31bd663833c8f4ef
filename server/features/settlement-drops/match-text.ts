import { foldText } from '#contract/text/text-fold.ts';

/** Removes case, accents and apostrophes: O'Brien is obrien, Smith's is smith. */
export function foldForMatch(text: string): string {
  const bare = text.replace(/['’‘ʼ＇`´]s(?![\p{L}\p{N}])/giu, '').replace(/['’‘ʼ＇`´]/gu, '');
  return foldText(bare);
}

/** Separates camel case: JohnMcKay is John Mc Kay. */
export function splitCamelCase(text: string): string {
  return text
    .normalize('NFC')
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1 ')
    .replace(/(\p{L})(?=\p{N})|(\p{N})(?=\p{L})/gu, '$1$2 ');
}

/** A file name without its extension. */
export function stemOf(fileName: string): string {
  return fileName.replace(/\.[\p{L}\p{N}]{1,5}$/u, '');
}

/** A run of letters or of digits. */
export interface Run {
  text: string;
  start: number;
  end: number;
}

/** The words of a folded text. */
export function wordsOf(folded: string): Run[] {
  return runsOf(folded, /[\p{L}\p{N}]+/gu);
}

/** The words of a folded text, split between letters and digits. */
export function lettersAndDigitsOf(folded: string): Run[] {
  return runsOf(folded, /\p{L}+|\p{N}+/gu);
}

function runsOf(folded: string, pattern: RegExp): Run[] {
  return Array.from(folded.matchAll(pattern), ({ 0: text, index }) => ({
    text,
    start: index,
    end: index + text.length,
  }));
}
