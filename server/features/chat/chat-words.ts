/** Messages of one shelf: a word that is in most of them is looked up shelf by shelf, the newest first. */
const shelfSize = 16_384;
/** Characters of a word that count; PostgreSQL takes none over 2,046 bytes. */
const longestWord = 64;
/** So many words of a search count, the longest ones: each costs a look into every shelf. */
const mostSought = 8;

/** Text as it is searched: words of letters and digits, without case and accents, each once. */
export function wordsOf(text: string): string[] {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  return [...new Set(words?.map(shortened))];
}

function shortened(word: string): string {
  return word.length > longestWord ? [...word].slice(0, longestWord).join('') : word;
}

/** The words of a search that decide: none that another one begins with, and the longest ones. */
export function soughtWords(q: string): string[] {
  const words = wordsOf(q);
  return words
    .filter((word) => !words.some((other) => other !== word && other.startsWith(word)))
    .sort((one, other) => other.length - one.length)
    .slice(0, mostSought);
}

/** Where a message stands, counted from the oldest. */
export function shelfOf(messageId: number): number {
  return Math.floor(messageId / shelfSize);
}

/** A word of that person's messages of one shelf, as the index has it: a search meets nobody else's. */
export function termOf(userId: number, shelf: number, word: string): string {
  return `${userId}@${shelf}@${word}`;
}
