import { foldText } from '#contract/text/text-fold.ts';

/** Messages per bucket: a common word is looked up bucket by bucket, newest first. */
const bucketSize = 16_384;
/** Longer words are cut; PostgreSQL rejects terms over 2,046 bytes. */
const maxTermLength = 64;
/** Only the longest words of a search count: each costs a lookup in every bucket. */
const maxTerms = 8;

/** Splits text into its words of letters and digits, without case and accents, each once. */
export function splitTerms(text: string): string[] {
  const words = foldText(text).match(/[\p{L}\p{N}]+/gu);
  return [...new Set(words?.map(shortened))];
}

function shortened(word: string): string {
  return word.length > maxTermLength ? [...word].slice(0, maxTermLength).join('') : word;
}

/** The longest words of a search, without those that another word begins with. */
export function selectTerms(q: string): string[] {
  const words = splitTerms(q);
  return words
    .filter((word) => !words.some((other) => other !== word && other.startsWith(word)))
    .sort((one, other) => other.length - one.length)
    .slice(0, maxTerms);
}

/** The bucket of a message, counted from the oldest. */
export function bucketOf(messageId: number): number {
  return Math.floor(messageId / bucketSize);
}

/** A word as the index stores it, with user and bucket, so that a search finds no other user's messages. */
export function termOf(userId: number, bucket: number, word: string): string {
  return `${userId}@${bucket}@${word}`;
}
