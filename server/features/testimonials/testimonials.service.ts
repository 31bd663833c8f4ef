import type { Db } from '../../database/open.ts';
import { countWaiting } from './testimonials.queries.ts';

/** How many testimonials wait for an admin's word. */
export async function testimonialsToApprove(db: Db): Promise<number> {
  return countWaiting(db);
}
