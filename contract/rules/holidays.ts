/** The company's holidays (Y1): 2025 as fixed dates, every other year by the same rules. */
import { daysBetween } from './day-count.ts';

export interface Holiday {
  name: string;
  /** `YYYY-MM-DD` */
  date: string;
}

export const holidays2025: readonly Holiday[] = [
  { name: "New Year's Day", date: '2025-01-01' },
  { name: "Presidents' Day", date: '2025-02-17' },
  { name: 'Memorial Day', date: '2025-05-26' },
  { name: 'Independence Day', date: '2025-07-04' },
  { name: 'Labor Day', date: '2025-09-01' },
  { name: 'Thanksgiving', date: '2025-11-27' },
  { name: 'Christmas', date: '2025-12-25' },
];

const [monday, thursday] = [1, 4];

function text(year: number, month: number, day: number): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${year}-${two(month)}-${two(day)}`;
}

/** 0 is Sunday. In UTC, so that no zone moves a calendar date. */
function weekdayOf(year: number, month: number, day: number): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay();
}

/** The nth of a weekday in a month. */
function nth(year: number, month: number, weekday: number, n: number): string {
  const first = 1 + ((weekday - weekdayOf(year, month, 1) + 7) % 7);
  return text(year, month, first + 7 * (n - 1));
}

/** The last of a weekday in May, which has 31 days. */
function lastOfMay(year: number, weekday: number): string {
  return text(year, 5, 31 - ((weekdayOf(year, 5, 31) - weekday + 7) % 7));
}

/** The seven holidays of a year, in order. */
export function holidaysOf(year: number): Holiday[] {
  return [
    { name: "New Year's Day", date: text(year, 1, 1) },
    { name: "Presidents' Day", date: nth(year, 2, monday, 3) },
    { name: 'Memorial Day', date: lastOfMay(year, monday) },
    { name: 'Independence Day', date: text(year, 7, 4) },
    { name: 'Labor Day', date: nth(year, 9, monday, 1) },
    { name: 'Thanksgiving', date: nth(year, 11, thursday, 4) },
    { name: 'Christmas', date: text(year, 12, 25) },
  ];
}

/** The first holiday that is not over on that calendar date, and in how many days it comes; 0 is today. */
export function nextHoliday(today: string): Holiday & { days: number } {
  const year = Number(today.slice(0, 4));
  const [next] = [...holidaysOf(year), ...holidaysOf(year + 1)].filter(({ date }) => date >= today);
  if (!next) throw new Error(`${today} is no calendar date`);
  return { ...next, days: daysBetween(today, next.date) };
}
