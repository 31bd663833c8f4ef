/** Calendar dates are `YYYY-MM-DD` strings from the database to the screen, never a UTC `Date`. */

const pattern = /^(\d{4})-(\d{2})-(\d{2})$/;

/** The time zone of the company's calendar: what 'today' means. */
export const companyTimeZone = 'America/Chicago';

/** Whether the text is a day that exists, 1900 to 2199. */
export function isCalendarDate(text: string): boolean {
  const parts = pattern.exec(text);
  if (!parts) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  if (year < 1900 || year > 2199 || month < 1 || month > 12 || day < 1) return false;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return day <= (lengths[month - 1] ?? 0);
}

/** The day it is in the given zone, as `YYYY-MM-DD` (en-CA is that form). */
export function calendarDateIn(zone: string, instant: Date = new Date()): string {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(instant);
}

/** Today in the company's zone. */
export function today(instant?: Date): string {
  return calendarDateIn(companyTimeZone, instant);
}
