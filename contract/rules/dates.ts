import { currentLanguage, type Language, locale, t } from '../text/languages.ts';

/** Calendar dates are `YYYY-MM-DD` strings from the database to the screen, never a UTC `Date`. */

const pattern = /^(\d{4})-(\d{2})-(\d{2})$/;

/** The time zone of the company's calendar. */
export const companyTimeZone = 'America/Chicago';

/** Whether the text is an existing date from 1900 to 2199. */
export function isCalendarDate(text: string): boolean {
  const parts = pattern.exec(text);
  if (!parts) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  if (year < 1900 || year > 2199 || month < 1 || month > 12 || day < 1) return false;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return day <= (lengths[month - 1] ?? 0);
}

const longFormats: Partial<Record<Language, Intl.DateTimeFormat>> = {};

/** The company's day and time with its zone, for readers elsewhere: 'November 25, 2026 at 3:01 PM Central'. */
export function longDayAndTime(instant: string): string {
  const language = currentLanguage();
  longFormats[language] ??= new Intl.DateTimeFormat(locale(language), {
    timeZone: companyTimeZone,
    dateStyle: 'long',
    timeStyle: 'short',
  });
  const text = longFormats[language].format(new Date(instant));
  return `${text}${t(' Central', ', hora del centro')}`;
}

/** Created on first use: that takes a phone 15 ms. */
let clock: Intl.DateTimeFormat | undefined;

function clockFormat(): Intl.DateTimeFormat {
  clock ??= new Intl.DateTimeFormat('en-US', {
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
  return clock;
}

/**
 * The company's wall clock as sortable text: `2026-03-06T17:30:00.000`.
 * Built from parts, because the date formats of a locale differ between ICU versions.
 */
export function wallClock(instant: Date = new Date()): string {
  const part = Object.fromEntries(
    clockFormat()
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  return `${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute}:${part.second}.${part.fractionalSecond}`;
}

/** Today in the company's zone, `YYYY-MM-DD`. */
export function today(instant?: Date): string {
  return wallClock(instant).slice(0, 10);
}

/** The calendar day some days after a `YYYY-MM-DD`. */
export function dayAfter(date: string, days = 1): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

const spanishMonths = 'ene feb mar abr may jun jul ago sep oct nov dic'.split(' ');

/**
 * A calendar date YYYY-MM-DD as MM/DD/YYYY, without any zone; '' for none. In Spanish as '5 dic 2026': its readers take
 * 12/05 for a day in May.
 */
export function usCalendarDay(date: string | null, language = currentLanguage()): string {
  const [year, month, dayOfMonth] = (date ?? '').split('-');
  if (!year || !month || !dayOfMonth) return '';
  if (language === 'en') return `${month}/${dayOfMonth}/${year}`;
  return `${Number(dayOfMonth)} ${spanishMonths[Number(month) - 1]} ${year}`;
}
