import type { Damage } from '#contract/damages.ts';
import { dollars, sumOf } from '#web/lib/dollars.ts';
import { matches } from '#web/lib/text-match.ts';
import type { ChartPoint } from '#web/ui/chart-frame.tsx';
import { usCalendarDay } from '../frame/us-dates.ts';

export interface Filter {
  search: string;
  /** A driver's name; '' for all. */
  driver: string;
  /** `YYYY-MM`; '' for all. */
  month: string;
}

export const everything: Filter = { search: '', driver: '', month: '' };

/** What the form calls each field. */
export const damageLabels = {
  employee_id: 'Employee',
  driver_name: 'Driver Name',
  damage_date: 'Date',
  damage_amount: 'Amount',
  damage_description: 'Description',
} as const;

/** The damages that match, in the order of the list. */
export function filtered(list: readonly Damage[], { search, driver, month }: Filter): Damage[] {
  return list.filter(
    (damage) =>
      (driver === '' || damage.driver_name === driver) &&
      (month === '' || monthOf(damage) === month) &&
      (search.trim() === '' || matches(search, haystack(damage))),
  );
}

function haystack(damage: Damage): string {
  return [
    `#${damage.damage_id}`,
    damage.driver_name,
    damage.employee_name,
    usCalendarDay(damage.damage_date),
    damage.damage_date,
    damage.damage_amount.toFixed(2),
    damage.damage_description,
  ].join('\n');
}

/** The calendar month of a damage, as `YYYY-MM`. */
export function monthOf(damage: Pick<Damage, 'damage_date'>): string {
  return damage.damage_date.slice(0, 7);
}

const shortMonths = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const longMonths =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

/** `2026-03` as 'March 2026'. */
export function monthName(month: string): string {
  return `${longMonths[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;
}

/** The drivers of a list by name, each once. */
export function driversOf(list: readonly Damage[]): string[] {
  return [...new Set(list.map(({ driver_name }) => driver_name))].sort((one, other) =>
    one.localeCompare(other, 'en-US'),
  );
}

/** The months of a list, newest first, each once. */
export function monthsOf(list: readonly Damage[]): string[] {
  return [...new Set(list.map(monthOf))].sort().reverse();
}

/** What a list of damages cost. */
export function costOf(list: readonly Damage[]): number {
  return sumOf(list.map(({ damage_amount }) => damage_amount));
}

/** At most so many columns, and at least so many that one month is not a wall. */
const mostMonths = 24;
const fewestMonths = 6;

/** The cost of each month, oldest first and without gaps; the newest `mostMonths` of them. */
export function byMonth(list: readonly Damage[]): { points: ChartPoint[]; cut: boolean } {
  const groups = Map.groupBy(list, monthOf);
  const months = [...groups.keys()].sort();
  const last = numberOf(months.at(-1) ?? '');
  const span = last - numberOf(months[0] ?? '') + 1;
  const count = Math.min(mostMonths, Math.max(fewestMonths, span));
  const points = Array.from({ length: count }, (_, index) => {
    const key = spelled(last - count + 1 + index);
    return point(key, shortName(key), costOf(groups.get(key) ?? []), monthName(key));
  });
  return { points, cut: span > mostMonths };
}

function numberOf(month: string): number {
  return Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1;
}

function spelled(number: number): string {
  return `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`;
}

/** 'Mar', and the year where one begins: '2026'. */
function shortName(month: string): string {
  return month.endsWith('-01')
    ? month.slice(0, 4)
    : (shortMonths[Number(month.slice(5)) - 1] ?? '');
}

const mostDrivers = 6;

/** The cost of each driver, highest first; those after the first few together. */
export function byDriver(list: readonly Damage[]): ChartPoint[] {
  const points = [...Map.groupBy(list, ({ driver_name }) => driver_name)]
    .map(([name, damages]) => point(name, name, costOf(damages)))
    .sort((one, other) => other.value - one.value);
  if (points.length <= mostDrivers + 1) return points;
  const rest = points.slice(mostDrivers);
  const sum = sumOf(rest.map(({ value }) => value));
  return [
    ...points.slice(0, mostDrivers),
    { ...point('\u0000rest', `${rest.length} others`, sum), rest: true },
  ];
}

function point(key: string, label: string, value: number, name = label): ChartPoint {
  return { key, label, name, value, text: dollars(value) };
}
