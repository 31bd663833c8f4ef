import { sql } from 'kysely';
import type { Db, Engine } from '../../database/open.ts';
import { shelfOf, termOf, wordsOf } from './chat-words.ts';

/** What a message can be found by, and by whom. */
export interface Findable {
  id: number;
  text: string;
  people: readonly number[];
}

function termsOf({ id, text, people }: Findable): string {
  const words = wordsOf(text);
  const shelf = shelfOf(id);
  return people.flatMap((userId) => words.map((word) => termOf(userId, shelf, word))).join(' ');
}

/** Makes new messages findable by their words for their people. */
export async function addWords(
  tx: Db,
  engine: Engine,
  messages: readonly Findable[],
): Promise<void> {
  if (engine === 'sqlite') {
    const rows = JSON.stringify(messages.map((message) => [message.id, termsOf(message)]));
    await sql`
      insert into message_words (rowid, words)
      select value ->> 0, value ->> 1 from json_each(${rows})
    `.execute(tx);
    return;
  }
  const ids = messages.map(({ id }) => id);
  await sql`
    insert into message_words (message_id, words)
    select id, array_to_tsvector(array_remove(string_to_array(terms, ' '), ''))
    from unnest(${ids}::int[], ${messages.map(termsOf)}::text[]) as given (id, terms)
  `.execute(tx);
}

/** Shelves, both included. */
export interface Shelves {
  from: number;
  to: number;
}

/** For each shelf what its messages have to have: every word, or one that begins so. */
function soughtIn({ from, to }: Shelves, query: (shelf: number) => string, or: string): string {
  const shelves = Array.from({ length: to - from + 1 }, (_, index) => to - index);
  return shelves.map((shelf) => `(${query(shelf)})`).join(or);
}

/** Ids of that person's messages on these shelves that have all the words, below `below`, the newest first. */
export async function selectFound(
  db: Db,
  engine: Engine,
  sought: {
    userId: number;
    words: readonly string[];
    shelves: Shelves;
    below: number;
    limit: number;
  },
): Promise<number[]> {
  const { userId, words, shelves, below, limit } = sought;
  // A term is letters, digits and @ alone: there is nothing in it to be escaped.
  const terms = (shelf: number, quote: string, prefix: string, and: string) =>
    words.map((word) => `${quote}${termOf(userId, shelf, word)}${quote}${prefix}`).join(and);
  if (engine === 'sqlite') {
    const query = soughtIn(shelves, (shelf) => terms(shelf, '"', ' *', ' AND '), ' OR ');
    const { rows } = await sql<{ id: number }>`
      select rowid as id from message_words
      where message_words match ${query} and rowid < ${below}
      order by rowid desc limit ${limit}
    `.execute(db);
    return rows.map(({ id }) => id);
  }
  const query = soughtIn(shelves, (shelf) => terms(shelf, "'", ':*', '&'), '|');
  // Not by the index of ids, which would go through everybody's messages where there are few to find.
  const { rows } = await sql<{ id: number }>`
    select message_id as id from message_words
    where words @@ ${query}::tsquery and message_id < ${below}
    order by message_id + 0 desc limit ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}
