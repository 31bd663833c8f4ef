import { companyTimeZone, today } from '#contract/dates.ts';

const dayMs = 86_400_000;

/** The company's calendar day that many days before the instant, `YYYY-MM-DD`. */
export function dayBefore(now: Date, days: number): string {
  const day = new Date(`${today(now)}T00:00:00Z`);
  return new Date(day.getTime() - days * dayMs).toISOString().slice(0, 10);
}

/** The first of a month, that many months before the instant's. */
export function monthBefore(now: Date, months: number): string {
  const [year = 0, month = 1] = today(now).split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 10);
}

/** How far the company's clocks are ahead of UTC on that day, in minutes (negative in America). */
function offsetMinutes(day: string): number {
  const name = new Intl.DateTimeFormat('en-US', {
    timeZone: companyTimeZone,
    timeZoneName: 'longOffset',
  })
    .formatToParts(new Date(`${day}T18:00:00Z`))
    .find((part) => part.type === 'timeZoneName')?.value;
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(name ?? '') ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
}

/** That minute of the company's day so many days ago; less than a day ago is counted from now. */
export function instantBefore(now: Date, days: number, minuteOfDay: number): string {
  if (days < 1) return new Date(now.getTime() - days * dayMs).toISOString();
  const day = dayBefore(now, days);
  const midnight = Date.parse(`${day}T00:00:00Z`) - offsetMinutes(day) * 60_000;
  return new Date(midnight + minuteOfDay * 60_000).toISOString();
}
