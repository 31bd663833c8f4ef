import type { Db } from '../database/open.ts';
import type { AppContext } from './app-context.ts';
import type { Write } from './writes.ts';

/** Records that are deleted when they reach an age. */
export interface ExpiringRecords {
  /** Counts those from before an instant. */
  count: (db: Db, before: string) => Promise<number>;
  /** Deletes up to `limit` of them in the caller's transaction, the oldest first; returns how many. */
  remove: (ctx: AppContext, write: Write, before: string, limit: number) => Promise<number>;
}
