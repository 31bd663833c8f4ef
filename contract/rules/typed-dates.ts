/** Dates as people type and paste them, for forms, imports and calls. */
import { isCalendarDate } from './dates.ts';

const months =
  'january february march april may june july august september october november december'.split(
    ' ',
  );

const pad = (number: string | number) => String(number).padStart(2, '0');

/** Two digits of a year as Excel reads them: 00 to 29 are 20xx. */
const yearOf = (digits: string) =>
  digits.length > 2 ? digits : `${digits < '30' ? '20' : '19'}${digits}`;

const ifReal = (date: string) => (isCalendarDate(date) ? date : null);

/** A US date, a date with the month's name or an ISO date, also with its weekday, as YYYY-MM-DD; null for other text. */
export function typedDate(text: string): string | null {
  if (text.length > 100) return null;
  const day = text.replace(/^[A-Za-z]+day,?\s+/, '');
  const [, y, m, d] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(day) ?? [];
  if (y && m && d) return ifReal(`${y}-${pad(m)}-${pad(d)}`);
  const [, month, date, year] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})$/.exec(day) ?? [];
  if (month && date && year) return ifReal(`${yearOf(year)}-${pad(month)}-${pad(date)}`);
  const named =
    /^(?<d>\d{1,2})[- ,.]+(?<m>[A-Za-z]{3,9})[- ,.]+(?<y>\d{4}|\d{2})$/.exec(day) ??
    /^(?<m>[A-Za-z]{3,9})[- .]+(?<d>\d{1,2})(?:st|nd|rd|th)?[, -]+(?<y>\d{4}|\d{2})$/.exec(day);
  const { d: dayOf = '', m: name = '', y: yearDigits = '' } = named?.groups ?? {};
  // Shortened as people do: 'Junk 5, 2024' is no date.
  const index = months.findIndex((month) => name && month.startsWith(name.toLowerCase()));
  return index < 0 ? null : ifReal(`${yearOf(yearDigits)}-${pad(index + 1)}-${pad(dayOf)}`);
}
