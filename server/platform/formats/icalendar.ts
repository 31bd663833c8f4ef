import { dayAfter } from '#contract/rules/dates.ts';

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

/** Whole days of a calendar. */
export interface CalendarEvent {
  /** Stable, so that calendar apps update an entry instead of adding another. */
  uid: string;
  /** When the entry last changed: a timestamp that moves would mark every entry as updated. */
  stamp: string;
  /** The first and the last day, `YYYY-MM-DD`. */
  from: string;
  to: string;
  summary: string;
  category: string;
  /** Shown as free or as busy time. */
  isFree: boolean;
}

function eventLines({ uid, stamp, from, to, summary, category, isFree }: CalendarEvent): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${compact(stamp).replaceAll(':', '').replace(/\.\d+/, '')}`,
    `DTSTART;VALUE=DATE:${compact(from)}`,
    `DTEND;VALUE=DATE:${compact(dayAfter(to))}`,
    `SUMMARY:${escaped(summary)}`,
    `CATEGORIES:${category}`,
    `TRANSP:${isFree ? 'TRANSPARENT' : 'OPAQUE'}`,
    'END:VEVENT',
  ];
}

interface Calendar {
  name: string;
  /** Who makes the calendar, and what. */
  product: readonly [company: string, name: string];
  /** How often apps reload it, as an ISO 8601 duration. */
  refresh: string;
  events: readonly CalendarEvent[];
}

/** An RFC 5545 calendar for subscriptions. */
export function calendarText({ name, product, refresh, events }: Calendar): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${product.map(escaped).join('//')}//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(name)}`,
    `NAME:${escaped(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${refresh}`,
    `X-PUBLISHED-TTL:${refresh}`,
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join('');
}
