import { companyTimeZone } from './dates.ts';
import type { Inquiry } from './inquiries.ts';

const clock = new Intl.DateTimeFormat('en-CA', {
  timeZone: companyTimeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
});

const dayStart = 'T00:00:00.000';

/** The company's wall clock as text that sorts: `2026-03-06T17:30:00.000`. */
function wallClock(instant: Date): string {
  const part = Object.fromEntries(
    clock.formatToParts(instant).map(({ type, value }) => [type, value]),
  );
  return `${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute}:${part.second}.${part.fractionalSecond}`;
}

function isWeekend(date: string): boolean {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return weekday === 0 || weekday === 6;
}

/** The date itself when it is a business day, else the next one that is. */
function businessDayFrom(date: string): string {
  let day = date;
  while (isWeekend(day)) day = dayAfter(day);
  return day;
}

function dayAfter(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

/**
 * When one business day has passed, on the company's wall clock: the next business day at the same time,
 * where what comes at a weekend counts from the start of Monday. Holidays count as business days.
 * Clocks change on Sundays, so no such time is skipped or comes twice.
 */
function dueOnWallClock(created: Date): string {
  const wall = wallClock(created);
  const date = wall.slice(0, 10);
  const counted = businessDayFrom(date);
  const time = counted === date ? wall.slice(10) : dayStart;
  return businessDayFrom(dayAfter(counted)) + time;
}

/** Whether an inquiry that is still 'new' has waited for more than one business day. */
export function isOverdue(inquiry: Pick<Inquiry, 'status' | 'created_at'>, now: Date): boolean {
  if (inquiry.status !== 'new') return false;
  return wallClock(now) > dueOnWallClock(new Date(inquiry.created_at));
}
