import type { Message } from '#contract/chat.ts';
import { undecomposedLetters } from '#contract/text-fold.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { decodeCursor, pageOf } from '../../platform/cursor.ts';
import { newestId, selectOwn } from './chat-search.queries.ts';
import { presentMessage } from './chat-writing.ts';
import {
  replaceWords,
  selectFolding,
  selectFound,
  selectWithLetters,
  writeFolding,
} from './search-terms.queries.ts';
import { bucketOf, selectTerms } from './search-terms.ts';

const usualLimit = 50;
/** Shelves that are looked through at once, at most. */
const maxBuckets = 64;

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
  { db, engine }: Pick<AppContext, 'db' | 'engine'>,
  userId: number,
  { q, limit = usualLimit, before }: Search,
): Promise<{ rows: Message[]; next: string | null }> {
  const cursor = decodeCursor(before);
  const words = selectTerms(q);
  if (words.length === 0) return { rows: [], next: null };
  const newest = await newestId(db);
  const below = Math.min(cursor?.id ?? newest + 1, newest + 1);
  const found: number[] = [];
  // A word of every day is found on the newest shelf; the less there is, the more are looked through at once.
  let to = bucketOf(below - 1);
  for (let count = 1; to >= 0 && found.length <= limit; count = Math.min(count * 2, maxBuckets)) {
    const buckets = { from: Math.max(0, to - count + 1), to };
    const sought = { userId, words, buckets, below, limit: limit + 1 - found.length };
    found.push(...(await selectFound(db, engine, sought)));
    to = buckets.from - 1;
  }
  const rows = found.length > 0 ? await selectOwn(db, engine, userId, found) : [];
  const page = pageOf(rows, limit, ({ id }) => ({ at: '', id }));
  return { rows: page.rows.map(presentMessage), next: page.next };
}

/** The folding that `wordsOf` writes: since '2' it also takes letters apart that Unicode does not. */
const folding = '2';
const refoldedAtOnce = 500;

/** Indexes messages anew, once, whose words an earlier version folded differently. */
export async function refoldWords({
  db,
  engine,
}: Pick<AppContext, 'db' | 'engine'>): Promise<void> {
  if ((await selectFolding(db)) === folding) return;
  const letters = undecomposedLetters.flatMap((letter) => [letter, letter.toUpperCase()]);
  for (let after = 0; ; ) {
    const last = await db.transaction().execute(async (tx) => {
      const found = await selectWithLetters(tx, letters, after, refoldedAtOnce);
      const ids = found.map(({ id }) => id);
      await replaceWords(tx, engine, found);
      if (found.length < refoldedAtOnce) await writeFolding(tx, folding);
      return found.length < refoldedAtOnce ? undefined : ids.at(-1);
    });
    if (last === undefined) return;
    after = last;
  }
}
