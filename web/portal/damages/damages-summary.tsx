import type { Damage } from '#contract/damages.ts';
import { dollars, shortDollars, sumOf } from '#web/lib/dollars.ts';
import { ChartBars } from '#web/ui/chart-bars.tsx';
import { ChartColumns } from '#web/ui/chart-columns.tsx';
import type { ChartPoint } from '#web/ui/chart-frame.tsx';
import { ExportMenu } from '../shared/export-menu.tsx';

const longMonth = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const shortMonth = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });

/** YYYY-MM. */
export function monthOf({ damage_date }: Pick<Damage, 'damage_date'>): string {
  return damage_date.slice(0, 7);
}

/** `2026-03` as 'March 2026'. */
export function monthName(month: string): string {
  return longMonth.format(new Date(`${month}-01`));
}

interface DamagesSummaryProps {
  /** The filtered rows. */
  list: readonly Damage[];
  /** Number of rows without the filter. */
  count: number;
  /** Employees see no average and no comparison of drivers. */
  isAdmin: boolean;
}

/** Totals, the export and charts of the cost. */
export function DamagesSummary({ list, count, isAdmin }: DamagesSummaryProps) {
  const cost = costOf(list);
  const totals = [
    ['Damages', list.length === count ? `${count}` : `${list.length} of ${count}`],
    ['Total cost', dollars(cost)],
    ...(isAdmin ? [['Average', list.length === 0 ? '–' : dollars(cost / list.length)]] : []),
  ];
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4 border-y-2 border-ink py-3">
        <div role="status">
          <dl aria-label="Totals" className="flex flex-wrap gap-x-10 gap-y-3">
            {totals.map(([label, total]) => (
              <div key={label}>
                <dt className="legend text-steel">{label}</dt>
                <dd className="display text-xl">{total}</dd>
              </div>
            ))}
          </dl>
        </div>
        <ExportMenu hasOwnFilter={isAdmin} list="damages" />
      </div>
      {list.length > 0 && <DamagesCharts byDrivers={isAdmin} list={list} />}
    </>
  );
}

function DamagesCharts({ list, byDrivers }: { list: readonly Damage[]; byDrivers: boolean }) {
  const months = costByMonth(list);
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <ChartColumns
        columns={['Month', 'Cost']}
        note={months.isCut ? `The last ${months.points.length} months.` : undefined}
        points={months.points}
        tick={shortDollars}
        title="Cost by month"
      />
      {byDrivers && (
        <ChartBars
          columns={['Driver', 'Cost']}
          points={costByDriver(list)}
          title="Cost by driver"
        />
      )}
    </div>
  );
}

function costOf(list: readonly Damage[]): number {
  return sumOf(list.map(({ damage_amount }) => damage_amount));
}

const maxMonths = 24;
const minMonths = 6;

/** Oldest month first, without gaps, at most the newest `maxMonths`. */
function costByMonth(list: readonly Damage[]): { points: ChartPoint[]; isCut: boolean } {
  const groups = Map.groupBy(list, monthOf);
  const known = [...groups.keys()].sort();
  const first = known[0] ?? '';
  const points: ChartPoint[] = [];
  const date = new Date(`${known.at(-1)}-01`);
  const month = () => date.toISOString().slice(0, 7);
  while (points.length < minMonths || (month() >= first && points.length < maxMonths)) {
    const key = month();
    const isJanuary = key.endsWith('-01');
    const label = isJanuary ? key.slice(0, 4) : shortMonth.format(date);
    const value = costOf(groups.get(key) ?? []);
    points.unshift({ ...chartPoint(key, label, value), name: monthName(key), major: isJanuary });
    date.setUTCMonth(date.getUTCMonth() - 1);
  }
  return { points, isCut: month() >= first };
}

const maxDrivers = 6;

/** Highest cost first; the sum of further drivers is one entry. */
function costByDriver(list: readonly Damage[]): ChartPoint[] {
  const points = [...Map.groupBy(list, ({ driver_name }) => driver_name)]
    .map(([name, damages]) => chartPoint(name, name, costOf(damages)))
    .sort((one, other) => other.value - one.value);
  if (points.length <= maxDrivers + 1) return points;
  const others = points.splice(maxDrivers);
  const sum = sumOf(others.map(({ value }) => value));
  return [...points, { ...chartPoint('\u0000rest', `${others.length} others`, sum), rest: true }];
}

function chartPoint(key: string, label: string, value: number): ChartPoint {
  return { key, label, value, text: dollars(value) };
}
