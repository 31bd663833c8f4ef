import { useEffect, useState } from 'react';
import { companyTimeZone, usCalendarDay } from '#contract/rules/dates.ts';
import { t } from '#contract/text/languages.ts';

/** Formats instants in the company's time zone. Creates the formatter on first use: that takes a phone 15 ms. */
function formatOf(options: Intl.DateTimeFormatOptions): (instant: string) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (instant) => {
    format ??= new Intl.DateTimeFormat('en-US', { timeZone: companyTimeZone, ...options });
    return format
      .format(new Date(instant))
      .replace(/^(\d\d)\/(\d\d)\/(\d+)/, (_, month, day, year) =>
        usCalendarDay(`${year}-${month}-${day}`),
      );
  };
}

/** The company's day of an instant, as MM/DD/YYYY. */
export const usDay = formatOf({ year: 'numeric', month: '2-digit', day: '2-digit' });

/** The company's day of an instant, as MM/DD/YY. */
export const usShortDay = formatOf({ year: '2-digit', month: '2-digit', day: '2-digit' });

const dayAndTime = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: 'numeric',
  minute: '2-digit',
} as const;
const companysDayAndTime = formatOf(dayAndTime);
const ownDayAndTime = formatOf({ ...dayAndTime, timeZone: undefined });

/** The company's day and time of an instant, with its zone for readers whose clock differs. */
export function usDayAndTime(instant: string): string {
  const text = companysDayAndTime(instant);
  const own = t(text, text.replace('AM', 'a.m.').replace('PM', 'p.m.'));
  return ownDayAndTime(instant) === text ? own : `${own}${t(' Central', ', hora del centro')}`;
}

/** Today's date by `read`, updated after midnight. */
export function useToday(read: () => string): string {
  const [day, setDay] = useState(read);
  useEffect(() => {
    const timer = setInterval(() => setDay(read()), 60_000);
    return () => clearInterval(timer);
  }, [read]);
  return day;
}
