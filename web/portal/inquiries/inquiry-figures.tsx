import { useQuery } from '@tanstack/react-query';
import type { InquiryMonth } from '#contract/inquiries.ts';
import { general } from '#contract/messages/general.ts';
import { inquiryOffice as messages } from '#contract/messages/inquiry-office.ts';
import { ChartColumns } from '#web/ui/chart-columns.tsx';
import type { ChartPoint } from '#web/ui/chart-frame.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { monthLabel, monthName } from '../shared/cost-points.ts';
import { FailedList } from '../shared/records/failed-list.tsx';
import { figuresQuery } from './inquiries.data.ts';

function pointOf({ month }: InquiryMonth, value: number | null, text: string): ChartPoint {
  const isJanuary = month.endsWith('-01');
  return {
    key: month,
    label: monthLabel(month),
    name: monthName(month),
    major: isJanuary,
    value: value ?? 0,
    text: value === null ? 'None' : text,
  };
}

/** Win rate and time to the first reply per month, as charts with tables. */
export function InquiryFigures() {
  const query = useQuery(figuresQuery);
  const { data, isPending } = query;
  if (isPending) return <Skeleton label={general.loading} lines={6} />;
  if (!data) {
    return <FailedList fallback={messages.figuresFailed} query={query} />;
  }
  const { months } = data;
  return (
    <section aria-label="Figures" className="grid items-start gap-4 lg:grid-cols-2">
      <ChartColumns
        columns={['Month', 'Won of those decided']}
        note="Of the inquiries that were won or lost in a month."
        points={months.map((month) => {
          const { win_rate, won, lost } = month;
          return pointOf(month, win_rate, `${win_rate}%, ${won} of ${won + lost}`);
        })}
        tick={(value) => `${value}%`}
        title="Win rate"
      />
      <ChartColumns
        columns={['Month', 'Median']}
        note="Median hours until an inquiry was no longer new."
        points={months.map((month) => {
          const { median_reply_hours, replied } = month;
          const count = `${replied} ${replied === 1 ? 'reply' : 'replies'}`;
          return pointOf(month, median_reply_hours, `${median_reply_hours} hours, ${count}`);
        })}
        tick={(value) => `${value} h`}
        title="Time to the first reply"
      />
    </section>
  );
}
