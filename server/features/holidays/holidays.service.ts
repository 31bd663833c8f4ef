import { company } from '#contract/company.ts';
import { dayAfter } from '#contract/dates.ts';
import { type Holiday, holidaysOf } from '#contract/holidays.ts';

/** Maximum octets of a content line (RFC 5545). */
const maxOctets = 75;

/** Escapes a text value (RFC 5545). */
function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n');
}

/** Folds a content line after at most 75 octets, between characters. */
export function folded(line: string): string {
  const lines: string[] = [];
  let current = '';
  for (const character of line) {
    if (Buffer.byteLength(current + character) > maxOctets) {
      lines.push(current);
      // A continuation line starts with a space.
      current = ' ';
    }
    current += character;
  }
  return [...lines, current].join('\r\n');
}

const compact = (date: string) => date.replaceAll('-', '');

function event({ name, date }: Holiday): string[] {
  const slug = name.toLowerCase().replaceAll("'", '').replaceAll(' ', '-');
  return [
    'BEGIN:VEVENT',
    // Stable, so that calendar apps update an entry instead of adding another.
    `UID:${date.slice(0, 4)}-${slug}@${company.email.split('@')[1]}`,
    // Fixed: a changing timestamp would mark every entry as updated.
    'DTSTAMP:20250101T000000Z',
    `DTSTART;VALUE=DATE:${compact(date)}`,
    `DTEND;VALUE=DATE:${compact(dayAfter(date))}`,
    `SUMMARY:${escaped(name)}`,
    'CATEGORIES:HOLIDAY',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

/** Returns the holidays of the previous, this and the next year as an RFC 5545 calendar. */
export function holidayCalendar(year: number): string {
  const name = escaped(`${company.name} Holidays`);
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escaped(company.name)}//Holidays//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${name}`,
    `NAME:${name}`,
    'REFRESH-INTERVAL;VALUE=DURATION:P7D',
    'X-PUBLISHED-TTL:P7D',
    ...[year - 1, year, year + 1].flatMap(holidaysOf).flatMap(event),
    'END:VCALENDAR',
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join('');
}
