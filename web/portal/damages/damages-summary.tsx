import { type Damage, monthOf } from '#contract/damages.ts';
import { dollars, shortDollars, sumOf } from '#contract/rules/dollars.ts';
import { t } from '#contract/text/languages.ts';
import { ChartBars } from '#web/ui/chart-bars.tsx';
import { ChartColumns } from '#web/ui/chart-columns.tsx';
import { type GroupCost, monthPoints, topPoints } from '../shared/cost-points.ts';
import { ExportMenu } from '../shared/records/export-menu.tsx';

interface DamagesSummaryProps {
  /** The filtered rows. */
  list: readonly Damage[];
  /** Of the screen, for the export. */
  filter: Readonly<Record<string, string>>;
  /** Number of rows without the filter. */
  count: number;
  /** Employees see no average and no comparison of drivers. */
  isAdmin: boolean;
  hasCharts: boolean;
}

/** Totals, the export and charts of the cost. */
export function DamagesSummary(props: DamagesSummaryProps) {
  const { list, filter, count, isAdmin, hasCharts } = props;
  const cost = costOf(list);
  const totals = [
    [
      t('Damages', 'Daños'),
      list.length === count
        ? `${count}`
        : t(`${list.length} of ${count}`, `${list.length} de ${count}`),
    ],
    [t('Total cost', 'Costo total'), dollars(cost)],
    ...(isAdmin ? [['Average', list.length === 0 ? '–' : dollars(cost / list.length)]] : []),
  ];
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4 border-y-2 border-ink py-3">
        <div role="status">
          <dl aria-label={t('Totals', 'Totales')} className="flex flex-wrap gap-x-10 gap-y-3">
            {totals.map(([label, total]) => (
              <div key={label}>
                <dt className="legend text-steel">{label}</dt>
                <dd className="display text-xl">{total}</dd>
              </div>
            ))}
          </dl>
        </div>
        <ExportMenu filter={filter} list="damages" />
      </div>
      {hasCharts && list.length > 0 && <DamagesCharts byDrivers={isAdmin} list={list} />}
    </>
  );
}

function DamagesCharts({ list, byDrivers }: { list: readonly Damage[]; byDrivers: boolean }) {
  const months = monthPoints(groupCosts(list, monthOf));
  return (
    <div className="grid gap-4 print:hidden lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <ChartColumns
        columns={t(['Month', 'Cost'], ['Mes', 'Costo'])}
        note={
          months.isCut
            ? t(
                `The last ${months.points.length} months.`,
                `Los últimos ${months.points.length} meses.`,
              )
            : undefined
        }
        points={months.points}
        tick={shortDollars}
        title={t('Cost by month', 'Costo por mes')}
      />
      {byDrivers && (
        <ChartBars
          columns={['Driver', 'Cost']}
          points={topPoints(groupCosts(list, ({ driver_name }) => driver_name))}
          title="Cost by driver"
        />
      )}
    </div>
  );
}

function costOf(list: readonly Damage[]): number {
  return sumOf(list.map(({ damage_amount }) => damage_amount));
}

function groupCosts(list: readonly Damage[], keyOf: (damage: Damage) => string): GroupCost[] {
  return [...Map.groupBy(list, keyOf)].map(([key, group]) => ({ key, amount: costOf(group) }));
}
