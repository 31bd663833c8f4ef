import { sql } from 'kysely';
import type { Db, Engine } from '../../database/open.ts';
import { bucketOf, splitTerms, termOf } from './search-terms.ts';

/** What a message can be found by, and by whom. */
export interface Findable {
  id: number;
  text: string;
  people: readonly number[];
}

function termsOf({ id, text, people }: Findable): string {
  const words = splitTerms(text);
  const bucket = bucketOf(id);
  return people.flatMap((userId) => words.map((word) => termOf(userId, bucket, word))).join(' ');
}

/** Makes new messages findable by their words for their people. */
export async function insertTerms(
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

/** Replaces what messages can be found by. */
export async function replaceWords(
  tx: Db,
  engine: Engine,
  messages: readonly Findable[],
): Promise<void> {
  if (engine === 'sqlite') {
    const rows = JSON.stringify(messages.map((message) => [message.id, termsOf(message)]));
    await sql`
      insert or replace into message_words (rowid, words)
      select value ->> 0, value ->> 1 from json_each(${rows})
    `.execute(tx);
    return;
  }
  const ids = messages.map(({ id }) => id);
  await sql`delete from message_words where message_id = any(${ids}::int[])`.execute(tx);
  await insertTerms(tx, engine, messages);
}

/** Messages after this id whose text or file name contains one of these letters, oldest first. */
export async function selectWithLetters(
  tx: Db,
  letters: readonly string[],
  after: number,
  limit: number,
): Promise<Findable[]> {
  const rows = await tx
    .selectFrom('messages')
    .leftJoin('objects', 'objects.key', 'messages.object_key')
    .select(['messages.id', 'content', 'original_name', 'low_id', 'high_id'])
    .where('messages.id', '>', after)
    .where((eb) =>
      eb.or(
        letters.flatMap((letter) => [
          eb('content', 'like', `%${letter}%`),
          eb('original_name', 'like', `%${letter}%`),
        ]),
      ),
    )
    .orderBy('messages.id')
    .limit(limit)
    .execute();
  return rows.map(({ id, content, original_name, low_id, high_id }) => ({
    id,
    text: `${content} ${original_name ?? ''}`,
    people: [low_id, high_id],
  }));
}

const foldingFact = 'chat-word-folding';

/** Which folding the index is written with; undefined for the first one. */
export async function selectFolding(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('facts')
    .select('value')
    .where('name', '=', foldingFact)
    .executeTakeFirst();
  return row?.value;
}

/** Notes which folding the index is written with. */
export async function writeFolding(tx: Db, value: string): Promise<void> {
  await tx
    .insertInto('facts')
    .values({ name: foldingFact, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** Shelves, both included. */
export interface Shelves {
  from: number;
  to: number;
}

/** What is looked for on some shelves. */
export interface Sought {
  userId: number;
  words: readonly string[];
  buckets: Shelves;
  /** Ids below it. */
  below: number;
  limit: number;
}

/** For each shelf the terms that a message has to have: the words, or ones that begin so. */
function termsByShelf({ userId, words, buckets: { from, to } }: Sought): string[][] {
  return Array.from({ length: to - from + 1 }, (_, index) =>
    words.map((word) => termOf(userId, to - index, word)),
  );
}

/** Ids of that person's messages on these shelves that have all the words, the newest first. */
export async function selectFound(db: Db, engine: Engine, sought: Sought): Promise<number[]> {
  const { below, limit } = sought;
  // A term is letters, digits and @ alone: there is nothing in it to be escaped.
  const buckets = termsByShelf(sought);
  if (engine === 'sqlite') {
    const queries = buckets.map((terms) => terms.map((term) => `"${term}" *`).join(' AND '));
    const { rows } = await sql<{ id: number }>`
      select rowid as id from message_words
      where message_words match ${queries.map((query) => `(${query})`).join(' OR ')}
        and rowid < ${below}
      order by rowid desc limit ${limit}
    `.execute(db);
    return rows.map(({ id }) => id);
  }
  const queries = buckets.map((terms) => terms.map((term) => `'${term}':*`).join('&'));
  // A look for each shelf by the index of words: left to itself, PostgreSQL would now and then go through
  // the index of ids or start other processes, which takes longer than all the looks. Hence also the + 0.
  const { rows } = await sql<{ id: number }>`
    select found.id from unnest(${queries}::text[]) as shelf (query)
    cross join lateral (
      select message_id as id from message_words
      where words @@ shelf.query::tsquery and message_id + 0 < ${below}
      order by message_id + 0 desc limit ${limit}
    ) as found
    order by found.id desc limit ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}
