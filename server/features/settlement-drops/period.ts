import { maxPeriodDays } from '#contract/rules/settlement-reading.ts';
import { typedDate } from '#contract/rules/typed-dates.ts';
import { type Labeled, labeledValues, type ValueFormat } from './labeled-values.ts';
import type { Page } from './page-lines.ts';

/** The first and the last day of what a settlement pays, `YYYY-MM-DD`. */
export interface Period {
  from: string;
  to: string;
}

const whose =
  '^(?:(?:driver|contractor|employee|weekly|pay|payroll|settlement|statement|work|earnings|service|current|this|for|the|of|your) )*';
const numbered = '(?: no)?(?: \\d{1,3})?$';
/** Whole labels: of both days, of the first, of the last, and of the last of a week. */
const labels = {
  both: new RegExp(
    `${whose}(?:(?:pay |work )?(?:period|week)(?: (?:covered|dates?|of|from|worked|begin\\w* (?:and )?end\\w*|start\\w* (?:and )?end\\w*))?|(?<=(?:settlement|statement|work|service) )dates)${numbered}`,
  ),
  first: new RegExp(
    `${whose}(?:(?:period|week) (?:begin|start|from)\\w*(?: date| on)?|(?<=pay )(?:begin|start)\\w* date|(?:begin|start)\\w* (?:of )?(?:pay )?(?:period|week))${numbered}`,
  ),
  last: new RegExp(
    `${whose}(?:period (?:end\\w*|to|thru|through)(?: date| on)?|(?<=pay )end\\w* date|end\\w* (?:of )?(?:pay )?period)${numbered}`,
  ),
  week: new RegExp(`${whose}(?:week ?(?:ending|ended|ends|end)|w e)(?: date| on)?${numbered}`),
} as const;
type LabelKind = keyof typeof labels;

/** A period of something else, or of another time. */
const otherPeriod =
  /\b(?:ytd|year to date|previous|prior|last|next|fuel|cards?|escrow|tolls?|insurance|loans?|lease|advances?)\b/;

const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?';
const weekday = '(?:(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*[.,]*\\s+)?';
const year = '(?:\\d{4}|\\d{2})(?!\\d)';
const dayOfMonth = '\\d{1,2}(?:st|nd|rd|th)?';
const date = `(?:\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2}|\\d{1,2}(?<mark>[-/.])\\d{1,2}\\k<mark>${year}|${month}\\s*${dayOfMonth},?\\s+\\d{4}|\\d{1,2}[- ]${month}[- ,]+${year})`;
const dateOf = (mark: string) => date.replaceAll('mark', mark);
const between = '\\s*(?:[-‐‑–—−]|\\bto\\b|\\bthru\\b|\\bthrough\\b|\\buntil\\b|\\band\\b)\\s*';

/** One day (`to`), or a range; in a range the year may stand once. */
const days: ValueFormat<{ from: string | null; to: string }> = {
  tidy: (text) => text.replace(/\s*\/\s*(?=\d)/g, '/'),
  pattern: new RegExp(
    `(?<![\\p{L}\\p{N}/.-])${weekday}(?:(?:(?<first>${dateOf('one')}|\\d{1,2}/\\d{1,2}|${month}\\s*${dayOfMonth})${between}${weekday})?(?<last>${dateOf('two')})|(?<month>${month})\\s*(?<from>\\d{1,2})${between}(?<rest>\\d{1,2},?\\s+\\d{4}))(?![\\p{L}\\p{N}/]|[-.]\\d)`,
    'giu',
  ),
  parse: ({ groups = {} }) => {
    const { first, last, month: name, from, rest = '' } = groups;
    const to = typedDate(last ?? `${name} ${rest}`);
    if (!to) return null;
    if (from) return ranged(`${name} ${from}`, to);
    return first ? ranged(first, to) : { from: null, to };
  },
  ignored: /^(?:to|thru|through|from|and)$/,
};

function ranged(first: string, to: string): { from: string; to: string } | null {
  const own = typedDate(first);
  if (own) return { from: own, to };
  const thisYear = Number(to.slice(0, 4));
  const separator = first.includes('/') ? '/' : ', ';
  const [from] = [thisYear, thisYear - 1]
    .flatMap((yearOf) => typedDate(`${first}${separator}${yearOf}`) ?? [])
    .filter((day) => day <= to);
  return from ? { from, to } : null;
}

const dayMs = 86_400_000;

/** Returns the period that a settlement states; null for none or several. */
export function periodOf(pages: readonly Page[]): Period | null {
  const read = (kind: LabelKind) =>
    pages
      .flatMap((page) => labeledValues(page, days, (text) => labels[kind].test(text)))
      .filter(
        ({ context, right, below }) =>
          !otherPeriod.test(context) && right.length + below.length > 0,
      )
      .map(daysOf);
  const [firsts, lasts] = [read('first'), read('last')].map((found) =>
    found.flatMap((value) => (value?.from ? [] : (value?.to ?? null))),
  );
  const ranges = read('both').flatMap((value) => (value?.from === null ? [] : value));
  const weeks = read('week').map((value) =>
    value?.from === null ? { from: daysBefore(value.to, 6), to: value.to } : value,
  );
  const [first, last] = [firsts?.[0], lasts?.[0]];
  const pair = first && last ? [{ from: first, to: last }] : [];
  const stated = [...ranges, ...weeks, ...pair];
  const [period] = stated;
  if (!period?.from) return null;
  const { from, to } = period;
  const agree =
    stated.every((other) => other?.from === from && other.to === to) &&
    firsts?.every((day) => day === from) &&
    lasts?.every((day) => day === to);
  const length = (Date.parse(to) - Date.parse(from)) / dayMs;
  return agree && length >= 0 && length < maxPeriodDays ? { from, to } : null;
}

/** The days at the label's height or in its column; null for none or several. */
function daysOf({ right, below }: Labeled<{ from: string | null; to: string }>) {
  const found = [right, below]
    .filter(({ length }) => length > 0)
    .map((pieces) => {
      const [one, other, ...more] = pieces.map(({ value }) => value);
      // A pay date may follow a range.
      if (one?.from && other?.from !== undefined) return other === null || other.from ? null : one;
      if (one && other && !one.from && !other.from && more.length === 0)
        return { from: one.to, to: other.to };
      return other === undefined ? (one ?? null) : null;
    });
  const [value = null, ...others] = found;
  return others.every((other) => other?.from === value?.from && other?.to === value?.to)
    ? value
    : null;
}

const daysBefore = (day: string, count: number) =>
  new Date(Date.parse(day) - count * dayMs).toISOString().slice(0, 10);
