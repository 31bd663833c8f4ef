import { dollars, sumOf } from '#contract/rules/dollars.ts';
import { locale } from '#contract/text/languages.ts';
import type { ChartPoint } from '#web/ui/chart-frame.tsx';

const longMonth = new Intl.DateTimeFormat(locale(), {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const shortMonth = new Intl.DateTimeFormat(locale(), { month: 'short', timeZone: 'UTC' });

/** `2026-03` as 'March 2026'. */
export function monthName(month: string): string {
  return longMonth.format(new Date(`${month}-01`));
}

/** `2026-03` as 'Mar', January as its year. */
export function monthLabel(month: string): string {
  return month.endsWith('-01') ? month.slice(0, 4) : shortMonth.format(new Date(`${month}-01`));
}

/** The cost of a group in dollars. */
export interface GroupCost {
  key: string;
  amount: number;
}

function chartPoint(key: string, label: string, value: number): ChartPoint {
  return { key, label, value, text: dollars(value) };
}

const maxMonths = 24;
const minMonths = 6;

/** Costs by month (YYYY-MM) as points: oldest first, without gaps, at most the newest `maxMonths`. */
export function monthPoints(costs: readonly GroupCost[]): {
  points: ChartPoint[];
  isCut: boolean;
} {
  const amounts = new Map(costs.map(({ key, amount }) => [key, amount]));
  const known = [...amounts.keys()].sort();
  const first = known[0] ?? '';
  const points: ChartPoint[] = [];
  const date = new Date(`${known.at(-1)}-01`);
  const month = () => date.toISOString().slice(0, 7);
  while (points.length < minMonths || (month() >= first && points.length < maxMonths)) {
    const key = month();
    const point = chartPoint(key, monthLabel(key), amounts.get(key) ?? 0);
    points.unshift({ ...point, name: monthName(key), major: key.endsWith('-01') });
    date.setUTCMonth(date.getUTCMonth() - 1);
  }
  return { points, isCut: month() >= first };
}

const maxBars = 6;

/** The highest costs first; the sum of further groups is one point. */
export function topPoints(
  costs: readonly GroupCost[],
  labelOf: (key: string) => string = (key) => key,
): ChartPoint[] {
  const points = costs
    .map(({ key, amount }) => chartPoint(key, labelOf(key), amount))
    .sort((one, other) => other.value - one.value);
  if (points.length <= maxBars + 1) return points;
  const others = points.splice(maxBars);
  const sum = sumOf(others.map(({ value }) => value));
  return [...points, { ...chartPoint('\u0000rest', `${others.length} others`, sum), rest: true }];
}
