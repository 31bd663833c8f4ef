import { foldText } from '#contract/text-fold.ts';

/** Messages of one shelf: a word that is in most of them is looked up shelf by shelf, the newest first. */
const bucketSize = 16_384;
/** Characters of a word that count; PostgreSQL takes none over 2,046 bytes. */
const maxTermLength = 64;
/** So many words of a search count, the longest ones: each costs a look into every shelf. */
const maxTerms = 8;

/** Text as it is searched: words of letters and digits, without case and accents, each once. */
export function splitTerms(text: string): string[] {
  const words = foldText(text).match(/[\p{L}\p{N}]+/gu);
  return [...new Set(words?.map(shortened))];
}

function shortened(word: string): string {
  return word.length > maxTermLength ? [...word].slice(0, maxTermLength).join('') : word;
}

/** The words of a search that decide: none that another one begins with, and the longest ones. */
export function selectTerms(q: string): string[] {
  const words = splitTerms(q);
  return words
    .filter((word) => !words.some((other) => other !== word && other.startsWith(word)))
    .sort((one, other) => other.length - one.length)
    .slice(0, maxTerms);
}

/** Where a message stands, counted from the oldest. */
export function bucketOf(messageId: number): number {
  return Math.floor(messageId / bucketSize);
}

/** A word of that person's messages of one shelf, as the index has it: a search meets nobody else's. */
export function termOf(userId: number, bucket: number, word: string): string {
  return `${userId}@${bucket}@${word}`;
}
