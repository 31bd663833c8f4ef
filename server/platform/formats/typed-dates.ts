import { isCalendarDate } from '#contract/rules/dates.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Their names as people shorten them; 'Junk 5, 2024' is no date. */
const monthNames =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/i;

const pad = (number: string | number) => String(number).padStart(2, '0');

/** Two digits of a year as Excel reads them: 00 to 29 are 20xx. */
function yearOf(digits: string): string {
  if (digits.length !== 2) return digits;
  return Number(digits) < 30 ? `20${digits}` : `19${digits}`;
}

const ifReal = (date: string) => (isCalendarDate(date) ? date : null);

/** A US date, a date with the month's name or an ISO date, also with weekday or time, as YYYY-MM-DD; null for other text. */
export function typedDate(text: string): string | null {
  const day = text.replace(/[T ]\d{1,2}:\d{2}.*$/, '').replace(/^[A-Za-z]+day,?\s+/, '');
  const [, y, m, d] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(day) ?? [];
  if (y && m && d) return ifReal(`${y}-${pad(m)}-${pad(d)}`);
  const [, month, date, year] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})$/.exec(day) ?? [];
  if (month && date && year) return ifReal(`${yearOf(year)}-${pad(month)}-${pad(date)}`);
  const named =
    /^(?<d>\d{1,2})[- ,.]+(?<m>[A-Za-z]{3,9})[- ,.]+(?<y>\d{4}|\d{2})$/.exec(day) ??
    /^(?<m>[A-Za-z]{3,9})[- .]+(?<d>\d{1,2})(?:st|nd|rd|th)?[, -]+(?<y>\d{4}|\d{2})$/.exec(day);
  const { d: dayOf = '', m: name = '', y: yearDigits = '' } = named?.groups ?? {};
  const index = monthNames.test(name) ? months.indexOf(name.slice(0, 3).toLowerCase()) : -1;
  return index < 0 ? null : ifReal(`${yearOf(yearDigits)}-${pad(index + 1)}-${pad(dayOf)}`);
}
