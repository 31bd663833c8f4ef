import type { ClaimStatus, ListedClaim } from '#contract/claims.ts';
import { codeText } from '#contract/filters/claims.ts';
import { claims as messages } from '#contract/messages/claims.ts';
import { openStatuses } from '#contract/rules/claim-clocks.ts';
import { usCalendarDay } from '#contract/rules/dates.ts';
import { daysBetween } from '#contract/rules/day-count.ts';
import { dollars } from '#contract/rules/dollars.ts';

export const tones = {
  reported: 'info',
  acknowledged: 'neutral',
  in_review: 'lane',
  paid: 'success',
  declined: 'neutral',
  closed: 'neutral',
} as const satisfies Record<ClaimStatus, string>;

const days = (count: number) => (count === 1 ? '1 day' : `${count} days`);

/** A clock of a claim: '04/06/2026, 12 days left'; '' without one. */
export function clockText(by: string | null, isDone: boolean, today: string): string {
  if (by === null) return '';
  const left = daysBetween(today, by);
  const date = usCalendarDay(by);
  if (isDone) return `${date}, done`;
  if (left < 0) return `${date}, ${days(-left)} overdue`;
  return left === 0 ? `${date}, today` : `${date}, ${days(left)} left`;
}

export function isDecided({ status }: Pick<ListedClaim, 'status'>): boolean {
  return !openStatuses.some((open) => open === status);
}

/** The value of a change in the history. */
export function changeText(field: string, value: string): string {
  if (value === '') return '';
  if (field === 'status' || field === 'created') {
    return messages.statuses[value as ClaimStatus] ?? value;
  }
  if (field === 'received_on' || field === 'damage_date') return usCalendarDay(value);
  if (field === 'damage_amount') return dollars(Number(value));
  if (field === 'response') {
    return messages.responses[value === 'disputed' ? 'disputed' : 'acknowledged'];
  }
  return field === 'damage_code' ? codeText(value) : value;
}
