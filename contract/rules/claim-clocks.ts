/** The deadlines of a claim. */
import type { Claim } from '../claims.ts';
import { dayAfter } from './dates.ts';

/** The statuses in which the claim still waits for a decision. */
export const openStatuses = ['reported', 'acknowledged', 'in_review'] as const;

/** Days to acknowledge (49 CFR 370.5) and to decide (49 CFR 370.9) after a claim was received. */
export const acknowledgeDays = 30;
export const decideDays = 120;

/** The last days to acknowledge and to decide; null while nobody knows when the claim came in. */
export function claimClocks(received_on: string | null) {
  return {
    acknowledge_by: received_on && dayAfter(received_on, acknowledgeDays),
    decide_by: received_on && dayAfter(received_on, decideDays),
  };
}

/** The clock that has run out on a day. */
export function overdueOf(
  { status, received_on }: Pick<Claim, 'status' | 'received_on'>,
  day: string,
): 'acknowledge' | 'decide' | null {
  const { acknowledge_by, decide_by } = claimClocks(received_on);
  const isOpen = openStatuses.some((open) => open === status);
  if (isOpen && decide_by !== null && decide_by < day) return 'decide';
  const isLate = status === 'reported' && acknowledge_by !== null && acknowledge_by < day;
  return isLate ? 'acknowledge' : null;
}
