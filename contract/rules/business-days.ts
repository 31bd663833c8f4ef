import { dayAfter, wallClock } from './dates.ts';
import { holidaysOf } from './holidays.ts';

export function isWeekend(date: string): boolean {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return weekday === 0 || weekday === 6;
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
