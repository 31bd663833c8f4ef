import { useQuery } from '@tanstack/react-query';
import { regionName } from '#contract/car-regions.ts';
import { claims as messages } from '#contract/messages/claims.ts';
import { shortDollars } from '#contract/rules/dollars.ts';
import { ChartBars } from '#web/ui/chart-bars.tsx';
import { ChartColumns } from '#web/ui/chart-columns.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { monthPoints, topPoints } from '../shared/cost-points.ts';
import { FailedList } from '../shared/records/failed-list.tsx';
import { totalsQuery } from './claims.data.ts';

const notStated = 'Not stated';

/** What claims cost, as charts with tables. */
export function ClaimTotals() {
  const query = useQuery(totalsQuery);
  const { data, isPending } = query;
  if (isPending) return <Skeleton label={messages.loading} lines={6} />;
  if (!data) return <FailedList fallback={messages.totalsFailed} query={query} />;
  const months = monthPoints(data.months);
  const areaName = (digits: string) =>
    digits === '' ? notStated : (regionName(digits) ?? `Area ${digits}`);
  return (
    <section aria-labelledby="claim-totals" className="grid gap-4">
      <h2 className="display text-lg" id="claim-totals">
        Cost of claims
      </h2>
      <div className="grid gap-4 lg:grid-cols-2">
        <ChartColumns
          columns={['Month', 'Cost']}
          note={months.isCut ? `The last ${months.points.length} months.` : undefined}
          points={months.points}
          tick={shortDollars}
          title="Cost by month"
        />
        <ChartBars
          columns={['Driver', 'Cost']}
          points={topPoints(data.drivers)}
          title="Cost by driver"
        />
        <ChartBars
          columns={['Customer', 'Cost']}
          points={topPoints(data.customers, (name) => name || notStated)}
          title="Cost by customer"
        />
        <ChartBars
          columns={['Place', 'Cost']}
          points={topPoints(data.areas, areaName)}
          title="Cost by place on the car"
        />
      </div>
    </section>
  );
}
