import { typedDate } from '../../platform/typed-dates.ts';

/** The first and the last day of what a settlement pays, `YYYY-MM-DD`. */
export interface Period {
  from: string;
  to: string;
}

/** Labels of the period; a week has its last day only. */
const periodLabel = /\b(?:(?:pay|settlement|statement|work)\s+)?(?:period|week|dates)\b/iu;
const weekEnding = /\bweek\s*(?:ending|ended|end)\b/iu;
/** A line about another period. */
const otherPeriod = /\b(?:ytd|year[- ]to[- ]date|previous|prior|last|next)\b/iu;
const dates =
  /\b(?:\d{4}-\d{2}-\d{2}|\d{1,2}[/.]\d{1,2}[/.](?:\d{4}|\d{2})|[A-Z][a-z]{2,8}\.? \d{1,2}, \d{4})\b/gu;

const dayMs = 86_400_000;
/** Of one settlement. */
const maxDays = 35;

/** Returns the period that a settlement states; null for none or several. */
export function periodOf(text: string): Period | null {
  const lines = text.normalize('NFKC').split('\n');
  const found = lines.flatMap((line, index) => {
    if (otherPeriod.test(line) || !periodLabel.test(line)) return [];
    // The dates may be on the next line.
    const own = daysIn(line);
    return periodFrom(line, own.length > 0 ? own : daysIn(lines[index + 1] ?? '')) ?? [];
  });
  const [first] = found;
  return first && found.every(({ from, to }) => from === first.from && to === first.to)
    ? first
    : null;
}

const daysIn = (line: string) =>
  Array.from(line.matchAll(dates), ([text]) => typedDate(text)).filter((day) => day !== null);

function periodFrom(line: string, [one, other, ...more]: readonly string[]): Period | null {
  if (one === undefined || more.length > 0) return null;
  if (other === undefined)
    return weekEnding.test(line) ? { from: daysBefore(one, 6), to: one } : null;
  const days = (Date.parse(other) - Date.parse(one)) / dayMs;
  return days >= 0 && days < maxDays ? { from: one, to: other } : null;
}

const daysBefore = (day: string, days: number) =>
  new Date(Date.parse(day) - days * dayMs).toISOString().slice(0, 10);
