import type { Db } from '../database/open.ts';
import { coalesced } from './coalesced.ts';
import { countPublicChanges, mergePublicChanges } from './public-changes.queries.ts';
import type { Task } from './tasks.ts';

/** Reads how many changes of what visitors see are committed. Requests that wait share one read. */
export function publicChangesReader(db: Db): () => Promise<number> {
  return coalesced(() => countPublicChanges(db));
}

/** Keeps the sum quick to read. */
export function publicChangesTask(db: Db): Task {
  return {
    name: 'merge public changes',
    every: 10_000,
    limit: 60_000,
    run: () => mergePublicChanges(db),
  };
}
