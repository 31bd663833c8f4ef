import type { InquiryMonth } from '#contract/inquiries.ts';
import { instantOf } from '#contract/rules/business-days.ts';
import { today } from '#contract/rules/dates.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { selectProgress } from './inquiry-figures.queries.ts';

const monthCount = 12;
const hour = 3_600_000;

/** The months `YYYY-MM` that end with the one of a date, oldest first. */
function monthsUntil(date: string): string[] {
  const last = 12 * Number(date.slice(0, 4)) + Number(date.slice(5, 7)) - 1;
  return Array.from({ length: monthCount }, (_, index) => {
    const month = last - monthCount + 1 + index;
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
  });
}

/** The company's month of an instant; null for none. */
const monthOf = (instant: string | null) => instant && today(new Date(instant)).slice(0, 7);

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** Win rate and median time to the first reply per month. */
export async function getFigures({
  db,
  now,
}: Pick<AppContext, 'db' | 'now'>): Promise<{ months: InquiryMonth[] }> {
  const months = monthsUntil(today(now()));
  const since = new Date(instantOf(`${months[0]}-01T00:00:00.000`)).toISOString();
  const rows = await selectProgress(db, since);
  const decided = Map.groupBy(rows, (row) => monthOf(row.decided_at));
  const replied = Map.groupBy(rows, (row) => monthOf(row.replied_at));
  return {
    months: months.map((month) => {
      const all = decided.get(month) ?? [];
      const won = all.filter(({ status }) => status === 'won').length;
      const waits = (replied.get(month) ?? []).map(
        ({ created_at, replied_at }) => Date.parse(replied_at ?? '') - Date.parse(created_at),
      );
      const wait = median(waits);
      return {
        month,
        won,
        lost: all.length - won,
        win_rate: all.length === 0 ? null : Math.round((100 * won) / all.length),
        replied: waits.length,
        median_reply_hours: wait === null ? null : Math.round((10 * wait) / hour) / 10,
      };
    }),
  };
}
