import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../../database/open.ts';
import { shareReads } from '../runtime/shared-reads.ts';
import type { Task } from '../runtime/tasks.ts';
import { countPublicChanges, mergePublicChanges } from './public-changes.queries.ts';

/** How long (ms) a node takes its copies after it began to read the number of changes. */
const leaseMs = 5;
/** Longer than any lease that began before a commit. Timers may be a millisecond early. */
const settleMs = leaseMs + 2;

/** What other processes change of what visitors see; see docs/decisions/027. */
export interface PublicChanges {
  /** How many changes are committed, at most as old as a lease. */
  count: () => number | Promise<number>;
  /** Resolves when no node takes copies from before the commits of now. */
  settled: () => Promise<void>;
}

/** Reads the number of changes once per lease. Requests that wait share one read. */
export function publicChanges(db: Db): PublicChanges {
  let last = 0;
  let leaseEnd = Number.NEGATIVE_INFINITY;
  const read = shareReads(async () => {
    const begun = performance.now();
    last = await countPublicChanges(db);
    leaseEnd = begun + leaseMs;
    return last;
  });
  return {
    count: () => (performance.now() < leaseEnd ? last : read()),
    settled: () => pause(settleMs),
  };
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
