import { openStatuses } from '#contract/claim-clocks.ts';
import type { ClaimStatus, ListedClaim } from '#contract/claims.ts';
import { daysBetween } from '#contract/day-count.ts';
import { claims as messages } from '#contract/messages/claims.ts';
import { dollars } from '#web/lib/dollars.ts';
import { usCalendarDay } from '../shared/us-dates.ts';
import { regionName } from './car-regions.ts';

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

/** The place on the car and the code: 'Hood (11320)'; '' without a code. */
export function codeText(code: string): string {
  const name = regionName(code.slice(0, 2));
  return name === undefined ? code : `${name} (${code})`;
}

/** Where and when the damage happened: 'Delivery, Auction in Milwaukee'. */
export function placeText({ stage, place }: Pick<ListedClaim, 'stage' | 'place'>): string {
  return [stage && messages.stages[stage], place].filter(Boolean).join(', ');
}

/** The value of a change in the history. */
export function changeText(field: string, value: string): string {
  if (value === '') return '';
  if (field === 'status' || field === 'created') {
    return messages.statuses[value as ClaimStatus] ?? value;
  }
  if (field === 'received_on' || field === 'damage_date') return usCalendarDay(value);
  if (field === 'damage_amount') return dollars(Number(value));
  if (field === 'response') return value === 'disputed' ? 'Disputed' : 'Acknowledged';
  return field === 'damage_code' ? codeText(value) : value;
}
