import type { Inquiry } from '../inquiries.ts';
import { dayAfter, wallClock } from './dates.ts';
import { holidaysOf } from './holidays.ts';

export function isWeekend(date: string): boolean {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return weekday === 0 || weekday === 6;
}

function businessDayBefore(date: string): string {
  const day = new Date(Date.parse(`${date}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
  return isWeekend(day) ? businessDayBefore(day) : day;
}

/**
 * Converts the company's wall clock time `YYYY-MM-DDTHH:MM:SS.mmm` to milliseconds since 1970. A time in the hour that
 * spring skips is an hour later; of one that comes twice in fall it's the first after `after`, by default the first.
 */
export function instantOf(wall: string, after?: Date): number {
  const guess = Date.parse(`${wall}Z`);
  const offsetAt = (instant: number) => Date.parse(`${wallClock(new Date(instant))}Z`) - instant;
  // By the offset of the evening before: the zone is west of UTC.
  const before = guess - offsetAt(guess);
  const at = guess - offsetAt(before);
  if (at + offsetAt(at) < guess) return before;
  const again = at + 3_600_000;
  return after && at <= after.getTime() && again + offsetAt(again) === guess ? again : at;
}

/**
 * Returns the latest arrival that is overdue, one business day ago: the previous business day at the same time on the
 * company's wall clock. Weekends don't count, holidays count as business days. Daylight saving changes on Sundays, so
 * this time always exists exactly once.
 */
export function overdueSince(now: Date): Date {
  const wall = wallClock(new Date(now.getTime() - 1));
  const date = wall.slice(0, 10);
  const until = isWeekend(date) ? `${businessDayBefore(date)}T23:59:59.999` : wall;
  return new Date(instantOf(businessDayBefore(until.slice(0, 10)) + until.slice(10)));
}

/** Whether an inquiry is still 'new' after more than one business day. */
export function isOverdue(inquiry: Pick<Inquiry, 'status' | 'created_at'>, now: Date): boolean {
  return inquiry.status === 'new' && new Date(inquiry.created_at) <= overdueSince(now);
}

/** The company's holiday on a calendar date; undefined for none. */
export function holidayOn(date: string): string | undefined {
  return holidaysOf(Number(date.slice(0, 4))).find((holiday) => holiday.date === date)?.name;
}

/** The days from one calendar date to another, both included, that are neither weekends nor holidays. */
export function workingDays(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = dayAfter(day)) {
    if (!isWeekend(day) && holidayOn(day) === undefined) days.push(day);
  }
  return days;
}
