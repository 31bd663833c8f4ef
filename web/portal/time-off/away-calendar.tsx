import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { timeOff as messages } from '#contract/messages/time-off.ts';
import { holidayOn, isWeekend } from '#contract/rules/business-days.ts';
import { today } from '#contract/rules/dates.ts';
import { overlaps } from '#contract/rules/time-off-rules.ts';
import { t } from '#contract/text/languages.ts';
import { distinctLines, isSameLine } from '#contract/text/text-match.ts';
import type { TimeOff } from '#contract/time-off.ts';
import { useUrlFilter } from '#web/lib/navigation/use-url-filter.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { monthName } from '../shared/cost-points.ts';
import { RecordList } from '../shared/records/record-list.tsx';
import { useToday } from '../shared/us-dates.ts';
import { useWide } from '../shared/use-is-wide.ts';
import { daysOfMonth, isMonth, longDay, monthAfter, weeksOf } from './months.ts';
import { useAway } from './time-off.data.ts';
import { requestPath } from './time-off-labels.tsx';

/** `month`: YYYY-MM; '' for this month and for all departments. */
const noFilter = { month: '', department: '' };

/** Who is away in a month: a grid, on narrow screens a list. */
export function AwayCalendar() {
  const [filter, setFilter] = useUrlFilter(noFilter);
  const now = useToday(today);
  const thisMonth = now.slice(0, 7);
  const month = isMonth(filter.month) ? filter.month : thisMonth;
  const days = daysOfMonth(month);
  const away = useAway(days[0] ?? '', days.at(-1) ?? '');
  const isWide = useWide('64rem');
  const show = (next: string) => setFilter({ month: next === thisMonth ? '' : next });
  const departments = distinctLines([
    filter.department,
    ...(away.data ?? []).map(({ department }) => department),
  ]);
  return (
    <section aria-labelledby="away" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h2 className="legend text-steel" id="away">
            {t('Who is away', 'Quién no está')}
          </h2>
          <div className="flex flex-wrap items-center gap-1">
            <p aria-live="polite" className="display min-w-44 shrink-0 text-lg">
              {monthName(month)}
            </p>
            <Button
              aria-label={t('Previous month', 'Mes anterior')}
              onClick={() => show(monthAfter(month, -1))}
              size="icon"
              variant="quiet"
            >
              <ChevronLeft aria-hidden="true" className="size-5" />
            </Button>
            <Button
              aria-label={t('Next month', 'Mes siguiente')}
              onClick={() => show(monthAfter(month, 1))}
              size="icon"
              variant="quiet"
            >
              <ChevronRight aria-hidden="true" className="size-5" />
            </Button>
            {month !== thisMonth && (
              <Button onClick={() => show(thisMonth)} size="sm" variant="quiet">
                {t('This month', 'Este mes')}
              </Button>
            )}
          </div>
        </div>
        <Field
          className="min-w-52 max-sm:w-full"
          label={t('Department', 'Departamento')}
          name="department"
        >
          <Select
            onChange={(event) => setFilter({ department: event.target.value })}
            options={departments}
            placeholder={t('All departments', 'Todos los departamentos')}
            value={filter.department}
          />
        </Field>
      </div>
      <RecordList
        lines={6}
        messages={{ loading: messages.loading, fetchFailed: messages.fetchFailed }}
        query={away}
      >
        {(rows) => {
          const shown = rows
            .filter(
              ({ department }) => !filter.department || isSameLine(department, filter.department),
            )
            .toSorted((a, b) => a.employee_name.localeCompare(b.employee_name, 'en-US'));
          const props = { month, now, rows: shown };
          return isWide ? <MonthGrid {...props} /> : <MonthList {...props} />;
        }}
      </RecordList>
    </section>
  );
}

interface MonthProps {
  month: string;
  now: string;
  rows: readonly TimeOff[];
}

/** Who misses work on a day: nobody on weekends and holidays. */
function awayOn(rows: readonly TimeOff[], day: string): readonly TimeOff[] {
  if (isWeekend(day) || holidayOn(day)) return [];
  return rows.filter((row) => overlaps(row, { from_date: day, to_date: day }));
}

const weekdays = [
  t('Sunday', 'Domingo'),
  t('Monday', 'Lunes'),
  t('Tuesday', 'Martes'),
  t('Wednesday', 'Miércoles'),
  t('Thursday', 'Jueves'),
  t('Friday', 'Viernes'),
  t('Saturday', 'Sábado'),
];

function MonthGrid({ month, now, rows }: MonthProps) {
  return (
    <table className="w-full table-fixed border-collapse border-y-2 border-ink bg-sheet text-sm">
      <caption className="sr-only">
        {t(`Who is away in ${monthName(month)}`, `Quién no está en ${monthName(month)}`)}
      </caption>
      <thead>
        <tr>
          {weekdays.map((name) => (
            <th
              className="bg-well px-2 py-1.5 text-left font-display font-semibold"
              key={name}
              scope="col"
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <DayCell
                day={day}
                isOutside={!day.startsWith(month)}
                key={day}
                now={now}
                rows={rows}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayCellProps {
  day: string;
  /** Of the month before or after. */
  isOutside: boolean;
  now: string;
  rows: readonly TimeOff[];
}

function DayCell({ day, isOutside, now, rows }: DayCellProps) {
  if (isOutside) return <td className="h-24 border border-line bg-well" />;
  const holiday = holidayOn(day);
  const isOff = isWeekend(day) || holiday !== undefined;
  return (
    <td
      aria-current={day === now ? 'date' : undefined}
      className={`h-24 border border-line p-1.5 align-top ${isOff ? 'bg-well' : ''}`}
    >
      <p className="flex flex-wrap items-baseline justify-between gap-x-2">
        <time
          className={`tabular-nums ${day === now ? 'bg-signal px-1.5 font-bold text-asphalt' : 'text-steel'}`}
          dateTime={day}
        >
          {Number(day.slice(-2))}
        </time>
        {holiday && <span className="text-xs text-steel">{holiday}</span>}
      </p>
      <Names rows={awayOn(rows, day)} />
    </td>
  );
}

function MonthList({ month, now, rows }: MonthProps) {
  const days = daysOfMonth(month)
    .map((day) => ({ day, holiday: holidayOn(day), away: awayOn(rows, day) }))
    .filter(({ holiday, away }) => holiday !== undefined || away.length > 0)
    // What is over only pushes the rest down.
    .filter(({ day }) => day >= now || !now.startsWith(month));
  if (!days.some(({ away }) => away.length > 0)) {
    return <p className="text-steel">{messages.nobodyInMonth(monthName(month))}</p>;
  }
  return (
    <ol className="border-y-2 border-ink">
      {days.map(({ day, holiday, away }) => (
        <li
          className={`flex flex-wrap gap-x-3 border-t border-line py-2 first:border-t-0 ${holiday ? 'bg-well' : ''}`}
          key={day}
        >
          <time
            className={`basis-28 px-2 text-sm tabular-nums ${day === now ? 'font-bold' : 'text-steel'}`}
            dateTime={day}
          >
            {longDay(day)}
          </time>
          {holiday ? (
            <span className="flex-[1_1_9rem] text-sm text-steel">{holiday}</span>
          ) : (
            <Names className="flex-[1_1_9rem]" rows={away} />
          )}
        </li>
      ))}
    </ol>
  );
}

function Names({ rows, className = '' }: { rows: readonly TimeOff[]; className?: string }) {
  return (
    <ul className={`grid gap-0.5 ${className}`}>
      {rows.map((row) => {
        const isOpen = row.status === 'requested';
        return (
          <li key={row.time_off_id}>
            <Link
              className={`flex items-center border-l-4 px-1.5 text-sm wrap-anywhere max-lg:min-h-11 hover:underline ${isOpen ? 'border-dashed border-lane' : 'border-success bg-success-wash'}`}
              to={requestPath(row)}
            >
              {row.employee_name}
              {isOpen && (
                <span className="text-steel">&nbsp;{t('(requested)', '(solicitado)')}</span>
              )}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
