import type { Message } from '#contract/chat.ts';
import { decodeCursor, pageOf } from '../../platform/cursor.ts';
import type { Ground } from '../../platform/ground.ts';
import { newestId, selectOwn } from './chat-search.queries.ts';
import { selectFound } from './chat-words.queries.ts';
import { shelfOf, soughtWords } from './chat-words.ts';
import { presentMessage } from './chat-writing.ts';

const usualLimit = 50;
/** Shelves that are looked through at once, at most. */
const mostShelves = 64;

export interface Search {
  q: string;
  limit?: number | undefined;
  /** As an earlier page answered it; another is 400. */
  before?: string | undefined;
}

/**
 * That person's own messages that have every word of `q`, or words that begin so, without case and accents,
 * newest first; of more than eight words the eight longest count. Without a word there are none.
 */
export async function findMessages(
  { db, engine }: Pick<Ground, 'db' | 'engine'>,
  userId: number,
  { q, limit = usualLimit, before }: Search,
): Promise<{ rows: Message[]; next: string | null }> {
  const cursor = decodeCursor(before);
  const words = soughtWords(q);
  if (words.length === 0) return { rows: [], next: null };
  const newest = await newestId(db);
  const below = Math.min(cursor?.id ?? newest + 1, newest + 1);
  const found: number[] = [];
  // A word of every day is found on the newest shelf; the less there is, the more are looked through at once.
  let to = shelfOf(below - 1);
  for (let count = 1; to >= 0 && found.length <= limit; count = Math.min(count * 2, mostShelves)) {
    const shelves = { from: Math.max(0, to - count + 1), to };
    const sought = { userId, words, shelves, below, limit: limit + 1 - found.length };
    found.push(...(await selectFound(db, engine, sought)));
    to = shelves.from - 1;
  }
  const rows = found.length > 0 ? await selectOwn(db, engine, userId, found) : [];
  const page = pageOf(rows, limit, ({ id }) => ({ at: '', id }));
  return { rows: page.rows.map(presentMessage), next: page.next };
}
