import { sql } from 'kysely';
import type { Db, Engine } from '../../database/open.ts';

/** Text as it is searched: words of letters and digits, without case and accents. */
export function wordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** A person as a word of the index, which no text can hold. */
export const personWord = (userId: number) => `@${userId}`;

/** Makes a new message findable by its words for its two people. */
export async function addWords(
  tx: Db,
  engine: Engine,
  entry: { id: number; words: string; people: readonly number[] },
): Promise<void> {
  const words = [...new Set(wordsOf(entry.words))];
  const people = entry.people.map(personWord);
  if (engine === 'sqlite') {
    await sql`insert into message_words (rowid, words, people) values (${entry.id}, ${words.join(' ')}, ${people.join(' ')})`.execute(
      tx,
    );
    return;
  }
  await sql`insert into message_words (message_id, words) values (${entry.id}, array_to_tsvector(${[...words, ...people]}::text[]))`.execute(
    tx,
  );
}
