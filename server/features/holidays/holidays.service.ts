import { company } from '#contract/company.ts';
import { type Holiday, holidaysOf } from '#contract/holidays.ts';

const foldAt = 75;

/** Text as a value of RFC 5545. */
function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n');
}

/** A content line in pieces of at most 75 octets, never through the middle of a character. */
export function folded(line: string): string {
  const pieces: string[] = [];
  let piece = '';
  for (const character of line) {
    // A continuation line begins with the space that marks it.
    if (Buffer.byteLength(piece + character) > foldAt) {
      pieces.push(piece);
      piece = ' ';
    }
    piece += character;
  }
  return [...pieces, piece].join('\r\n');
}

const compact = (date: string) => date.replaceAll('-', '');

function dayAfter(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + 1);
  return day.toISOString().slice(0, 10);
}

function event({ name, date }: Holiday): string[] {
  const slug = name.toLowerCase().replaceAll("'", '').replaceAll(' ', '-');
  return [
    'BEGIN:VEVENT',
    // The same in every calendar that we give out, so that a subscriber's entry is replaced, not doubled.
    `UID:${date.slice(0, 4)}-${slug}@${company.email.split('@')[1]}`,
    // When the rules were written; a moving stamp would make every entry new each time.
    'DTSTAMP:20250101T000000Z',
    `DTSTART;VALUE=DATE:${compact(date)}`,
    `DTEND;VALUE=DATE:${compact(dayAfter(date))}`,
    `SUMMARY:${escaped(name)}`,
    'CATEGORIES:HOLIDAY',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

/** The holidays of the year before, this year and the next as an RFC 5545 calendar to subscribe to. */
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
