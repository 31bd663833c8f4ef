import { sql } from 'kysely';
import { isAmong } from '../../database/expressions.ts';
import type { Db, Engine } from '../../database/open.ts';
import { type MessageRow, messageRows } from './chat.queries.ts';
import { bucketOf, splitTerms, termOf } from './search-terms.ts';

/** A message to index: its text with the file name, and its two people. */
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

/** Adds the search terms of new messages. */
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

/** Replaces the search terms of messages. */
export async function replaceTerms(
  tx: Db,
  engine: Engine,
  messages: readonly Findable[],
): Promise<void> {
  const ids = messages.map(({ id }) => id);
  const column = engine === 'sqlite' ? 'rowid' : 'message_id';
  await sql`delete from message_words where ${isAmong(engine, column, ids)}`.execute(tx);
  await insertTerms(tx, engine, messages);
}

/** Messages after this id, oldest first. */
export async function selectFindable(tx: Db, after: number, limit: number): Promise<Findable[]> {
  const rows = await tx
    .selectFrom('messages')
    .leftJoin('objects', 'objects.key', 'messages.object_key')
    .select(['messages.id', 'content', 'original_name', 'low_id', 'high_id'])
    .where('messages.id', '>', after)
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

/** The folding of the index; undefined for the first one. */
export async function selectFolding(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('installation_state')
    .select('value')
    .where('name', '=', foldingFact)
    .executeTakeFirst();
  return row?.value;
}

/** Stores the folding of the index. */
export async function writeFolding(tx: Db, value: string): Promise<void> {
  await tx
    .insertInto('installation_state')
    .values({ name: foldingFact, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** A search in some buckets. */
export interface TermSearch {
  userId: number;
  words: readonly string[];
  /** The first and the last one. */
  buckets: { from: number; to: number };
  /** Only ids below it. */
  below: number;
  limit: number;
}

/** For each bucket the terms that a message must have, or longer ones that begin with them. */
function termsByBucket({ userId, words, buckets: { from, to } }: TermSearch): string[][] {
  return Array.from({ length: to - from + 1 }, (_, index) =>
    words.map((word) => termOf(userId, to - index, word)),
  );
}

/** The ids of that user's messages in these buckets that have all the words, newest first. */
export async function selectFound(db: Db, engine: Engine, search: TermSearch): Promise<number[]> {
  const { below, limit } = search;
  // Terms consist of letters, digits and @, so nothing needs escaping.
  const buckets = termsByBucket(search);
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
  // One lookup per bucket in the index of words: PostgreSQL would sometimes scan the index of ids or start
  // parallel workers, which takes longer than all lookups together. Hence also the + 0.
  const { rows } = await sql<{ id: number }>`
    select found.id from unnest(${queries}::text[]) as bucket (query)
    cross join lateral (
      select message_id as id from message_words
      where words @@ bucket.query::tsquery and message_id + 0 < ${below}
      order by message_id + 0 desc limit ${limit}
    ) as found
    order by found.id desc limit ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** The highest message id; 0 without messages. */
export async function selectNewestId(db: Db): Promise<number> {
  const { newest } = await db
    .selectFrom('messages')
    .select(({ fn }) => fn.max('id').as('newest'))
    .executeTakeFirstOrThrow();
  return newest ?? 0;
}

/** Those of these messages that the user sent or received, newest first. */
export async function selectOwn(
  db: Db,
  engine: Engine,
  userId: number,
  ids: readonly number[],
): Promise<MessageRow[]> {
  return messageRows(db)
    .where(isAmong(engine, 'm.id', ids))
    .where((eb) => eb.or([eb('m.low_id', '=', userId), eb('m.high_id', '=', userId)]))
    .orderBy('m.id', 'desc')
    .execute();
}
