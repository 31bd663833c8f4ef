/** How much time off a request takes, and whether a person has it already. */

import { timeOff as messages } from '../messages/time-off.ts';
import { workingDays } from './business-days.ts';
import { dayAfter, today } from './dates.ts';

/** Hours of a working day: nobody is off for more of it. */
export const hoursPerDay = 8;
const minHours = 0.25;
/** Days back: sick days are reported late. */
const maxDaysBack = 30;

/** The earliest first day of a request, by the company's calendar. */
export function earliestDate(now?: Date): string {
  return dayAfter(today(now), -maxDaysBack);
}

/** The first day of a period of a year that ends on this day, or an earlier one. */
export function yearBefore(day: string): string {
  return dayAfter(day, -366);
}

export interface Period {
  from_date: string;
  to_date: string;
}

/** Both days included. */
export function overlaps(one: Period, other: Period): boolean {
  return one.from_date <= other.to_date && one.to_date >= other.from_date;
}

/** Whether the period is longer than a year. */
function isTooLong({ from_date, to_date }: Period): boolean {
  return to_date >= `${Number(from_date.slice(0, 4)) + 1}${from_date.slice(4)}`;
}

/**
 * The working days and the hours of a request; without `hours` 8 for each working day. Fields with an error are named
 * in `fields` instead. `now` decides how far back the period may begin.
 */
export function measure(
  { from_date, to_date, hours: asked }: Period & { hours?: number | null },
  now?: Date,
): { days: number; hours: number } | { fields: Record<string, string> } {
  if (to_date < from_date) return { fields: { to_date: messages.endsEarly } };
  if (isTooLong({ from_date, to_date })) return { fields: { to_date: messages.tooLong } };
  const earliest = earliestDate(now);
  if (from_date < earliest) return { fields: { from_date: messages.tooOld(earliest) } };
  const days = workingDays(from_date, to_date).length;
  if (days === 0) return { fields: { from_date: messages.noWorkingDay } };
  const max = hoursPerDay * days;
  if (typeof asked === 'number' && (asked < minHours || asked > max)) {
    return { fields: { hours: messages.hoursRange(max) } };
  }
  return { days, hours: asked ?? days * hoursPerDay };
}

/** Time off of a person, its hours spread over its working days. */
type DaysOff = Period & { hours: number };

function hoursADay({ from_date, to_date, hours: all }: DaysOff): number {
  return all / workingDays(from_date, to_date).length;
}

/** A hundredth of an hour: the days of a request share its hours with fractions. */
const tolerance = 0.01;

/** The first of a person's other time off that leaves less of a day than this takes; undefined for none. */
export function findClash<T extends DaysOff>(asked: DaysOff, others: readonly T[]): T | undefined {
  for (const day of workingDays(asked.from_date, asked.to_date)) {
    const sameDay = others.filter((other) => overlaps(other, { from_date: day, to_date: day }));
    const taken = sameDay.reduce((sum, other) => sum + hoursADay(other), hoursADay(asked));
    if (taken > hoursPerDay + tolerance) return sameDay[0];
  }
  return undefined;
}
