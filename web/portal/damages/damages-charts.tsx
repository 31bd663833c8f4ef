import { useMemo } from 'react';
import type { Damage } from '#contract/damages.ts';
import { shortDollars } from '#web/lib/dollars.ts';
import { ChartBars } from '#web/ui/chart-bars.tsx';
import { ChartColumns } from '#web/ui/chart-columns.tsx';
import { byDriver, byMonth } from './damage-words.ts';

/** Where the money goes: over the months, and by driver. */
export function DamagesCharts({ list }: { list: readonly Damage[] }) {
  const months = useMemo(() => byMonth(list), [list]);
  const drivers = useMemo(() => byDriver(list), [list]);
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <ChartColumns
        columns={['Month', 'Cost']}
        note={months.cut ? `The last ${months.points.length} months.` : undefined}
        points={months.points}
        tick={shortDollars}
        title="Cost by month"
      />
      <ChartBars columns={['Driver', 'Cost']} points={drivers} title="Cost by driver" />
    </div>
  );
}
