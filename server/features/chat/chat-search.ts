import type { Message } from '#contract/chat.ts';
import type { AuthUser } from '../../platform/accounts/access.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { pageOf, type ReadPage } from '../../platform/http/lists.ts';
import {
  addTerms,
  selectFindable,
  selectFound,
  selectNewestId,
  selectOwn,
} from './chat-search.queries.ts';
import { messageDto } from './chat-writing.ts';
import { bucketOf, selectTerms } from './search-terms.ts';

/** Buckets searched in one query, at most. */
const maxBuckets = 64;

/**
 * The user's messages that have every word of `q`, or words that begin with them, without case and accents,
 * newest first. Only the eight longest words count; a search without words finds nothing.
 */
export function findMessages(
  { db }: Pick<AppContext, 'db'>,
  { userId }: Pick<AuthUser, 'userId'>,
  { q }: { q: string },
): ReadPage<Message> {
  return async (before, limit) => {
    const words = selectTerms(q);
    if (words.length === 0) return { rows: [], end: null };
    const newest = await selectNewestId(db);
    const below = Math.min(before?.id ?? newest + 1, newest + 1);
    const found: number[] = [];
    // A common word is found in the newest bucket; the rarer it is, the more buckets are searched at once.
    let to = bucketOf(below - 1);
    for (let count = 1; to >= 0 && found.length <= limit; count = Math.min(count * 2, maxBuckets)) {
      const buckets = { from: Math.max(0, to - count + 1), to };
      const search = { userId, words, buckets, below, limit: limit + 1 - found.length };
      found.push(...(await selectFound(db, search)));
      to = buckets.from - 1;
    }
    const rows = found.length > 0 ? await selectOwn(db, userId, found) : [];
    return pageOf(rows.map(messageDto), limit, ({ id }) => ({ at: '', id }));
  };
}

const indexBatchSize = 500;

/** Makes the search index of a database whose messages were copied without it. */
export async function indexMessages({ db }: Pick<AppContext, 'db'>): Promise<void> {
  for (let after = 0; ; ) {
    const found = await selectFindable(db, after, indexBatchSize);
    await addTerms(db, found);
    if (found.length < indexBatchSize) return;
    after = found.at(-1)?.id ?? after;
  }
}
