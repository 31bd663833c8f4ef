import { isAmong } from '../../database/expressions.ts';
import type { Db } from '../../database/open.ts';
import { findByTerms, insertTerms } from '../../database/search-index.ts';
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
export function addTerms(tx: Db, messages: readonly Findable[]): Promise<void> {
  return insertTerms(
    tx,
    messages.map((message) => ({ id: message.id, terms: termsOf(message) })),
  );
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

/** The ids of that user's messages in these buckets that have all the words, newest first. */
export async function selectFound(db: Db, search: TermSearch): Promise<number[]> {
  const { userId, words, buckets } = search;
  const lists = Array.from({ length: buckets.to - buckets.from + 1 }, (_, index) =>
    words.map((word) => termOf(userId, buckets.to - index, word)),
  );
  return findByTerms(db, lists, search);
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
  userId: number,
  ids: readonly number[],
): Promise<MessageRow[]> {
  return messageRows(db)
    .where(isAmong(db, 'm.id', ids))
    .where((eb) => eb.or([eb('m.low_id', '=', userId), eb('m.high_id', '=', userId)]))
    .orderBy('m.id', 'desc')
    .execute();
}
