/** Months as `YYYY-MM`, days as `YYYY-MM-DD`; in UTC, so that no zone moves a calendar date. */
import { dayAfter } from '#contract/rules/dates.ts';
import { locale } from '#contract/text/languages.ts';

const short = new Intl.DateTimeFormat(locale(), {
  timeZone: 'UTC',
  weekday: 'short',
  month: 'short',
  day: 'numeric',
});

/** Whether the text is a month of this or the next century. */
export function isMonth(text: string): boolean {
  return /^(20|21)\d\d-(0[1-9]|1[0-2])$/.test(text);
}

/** The month so many months later. */
export function monthAfter(month: string, count: number): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + count);
  return date.toISOString().slice(0, 7);
}

/** 'Thu, Dec 24' */
export function longDay(day: string): string {
  return short.format(new Date(`${day}T00:00:00Z`));
}

function daysBetween(from: string, until: string): string[] {
  const days: string[] = [];
  for (let day = from; day < until; day = dayAfter(day)) days.push(day);
  return days;
}

export function daysOfMonth(month: string): string[] {
  return daysBetween(`${month}-01`, `${monthAfter(month, 1)}-01`);
}

/** The weeks that touch a month, from Sunday to Saturday. */
export function weeksOf(month: string): string[][] {
  const first = new Date(`${month}-01T00:00:00Z`);
  first.setUTCDate(1 - first.getUTCDay());
  const next = `${monthAfter(month, 1)}-01`;
  const weeks: string[][] = [];
  for (let start = first; start.toISOString().slice(0, 10) < next; ) {
    const end = new Date(start.getTime() + 7 * 86_400_000);
    weeks.push(daysBetween(start.toISOString().slice(0, 10), end.toISOString().slice(0, 10)));
    start = end;
  }
  return weeks;
}
