import { holidays2025, holidaysOf, nextHoliday } from '#contract/holidays.ts';
import { Badge } from '#web/ui/badge.tsx';
import { shortDay, weekdayOf } from './holiday-words.ts';

/** The holidays of one year; those that are over are struck through and say so. */
export function HolidayYear({ year, today }: { year: number; today: string }) {
  const id = `holidays-${year}`;
  const next = nextHoliday(today).date;
  return (
    <section aria-labelledby={id} className="break-inside-avoid">
      <h2 className="display mb-3 text-lg" id={id}>
        {year} Holidays
      </h2>
      <table className="w-full border-collapse border-t-2 border-b border-t-ink border-b-line bg-sheet text-left">
        <caption className="sr-only">{year} Holidays</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Holiday</th>
            <th scope="col">Day</th>
            <th scope="col">Date</th>
          </tr>
        </thead>
        <tbody>
          {(year === 2025 ? holidays2025 : holidaysOf(year)).map(({ name, date }) => {
            const past = date < today;
            return (
              <tr
                className={`border-t border-line ${past ? 'text-steel' : ''}`}
                data-past={past || undefined}
                key={date}
              >
                <th className="px-3 py-2 font-display leading-snug font-bold" scope="row">
                  <span className={past ? 'font-medium line-through' : ''}>{name}</span>
                  {past && <span className="sr-only"> (past)</span>}
                  {date === next && (
                    <Badge className="ml-2 align-middle" tone="lane">
                      Next
                    </Badge>
                  )}
                </th>
                <td className="px-1 py-2 text-sm text-steel">{weekdayOf(date)}</td>
                <td className="px-3 py-2 text-right whitespace-nowrap tabular-nums">
                  <time dateTime={date}>{shortDay(date)}</time>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
