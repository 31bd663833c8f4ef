import { company } from '#contract/company/profile.ts';
import { today } from '#contract/rules/dates.ts';
import { holidayName } from '#contract/rules/holiday-names.ts';
import { holidays2025, holidaysOf, nextHoliday } from '#contract/rules/holidays.ts';
import { locale, t } from '#contract/text/languages.ts';
import { ownPath } from '#contract/wire/page-languages.ts';
import { Badge } from '#web/ui/badge.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { PrintButton } from '../shared/print-button.tsx';
import { ExportMenu } from '../shared/records/export-menu.tsx';
import { SubscribeToCalendar } from '../shared/subscribe-to-calendar.tsx';
import { useToday } from '../shared/us-dates.ts';

/** This year's holidays, then next year's, then 2025. */
export default function HolidaysPage() {
  const date = useToday(today);
  return (
    <>
      <PageHeader
        action={
          <>
            <ExportMenu list="holidays" size="md" />
            <PrintButton />
          </>
        }
        title={t('Holiday Tracker', 'Días feriados')}
      />
      <p className="hidden pb-3 text-sm print:block">{company.name}</p>
      <NextHoliday today={date} />
      <div className="mt-8 grid items-start gap-6 lg:grid-cols-2 xl:grid-cols-3 print:grid-cols-2 print:gap-4">
        {yearsToShow(date).map((year) => (
          <HolidayYear key={year} today={date} year={year} />
        ))}
      </div>
      <SubscribeToCalendar
        intro={t(
          'Subscribe once, and future holidays are added automatically.',
          'Suscríbase una vez, y los próximos feriados se agregan solos.',
        )}
        path={ownPath('/holidays.ics')}
      />
    </>
  );
}

/** The holidays of one year; past ones are struck through. */
function HolidayYear({ year, today }: { year: number; today: string }) {
  const id = `holidays-${year}`;
  const next = nextHoliday(today).date;
  return (
    <section aria-labelledby={id} className="break-inside-avoid">
      <h2 className="display mb-3 text-lg" id={id}>
        {t(`${year} Holidays`, `Feriados de ${year}`)}
      </h2>
      <div
        className="overflow-x-auto print:overflow-visible"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
      >
        <table className="w-full border-collapse border-t-2 border-b border-t-ink border-b-line bg-sheet text-left">
          <caption className="sr-only">{t(`${year} Holidays`, `Feriados de ${year}`)}</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">{t('Holiday', 'Feriado')}</th>
              <th scope="col">{t('Day', 'Día')}</th>
              <th scope="col">{t('Date', 'Fecha')}</th>
            </tr>
          </thead>
          <tbody>
            {(year === 2025 ? holidays2025 : holidaysOf(year)).map((holiday) => {
              const { date } = holiday;
              const past = date < today;
              return (
                <tr
                  className={`border-t border-line ${past ? 'text-steel' : ''}`}
                  data-past={past || undefined}
                  key={date}
                >
                  <th className="px-3 py-2 font-display leading-snug font-bold" scope="row">
                    <span className={past ? 'font-semibold line-through' : ''}>
                      {holidayName(holiday)}
                    </span>
                    {past && <span className="sr-only"> {t('(past)', '(ya pasó)')}</span>}
                    {date === next && (
                      <Badge className="ml-2 align-middle" tone="lane">
                        {t('Next', 'Próximo')}
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
      </div>
    </section>
  );
}

function NextHoliday({ today }: { today: string }) {
  const next = nextHoliday(today);
  const { date, days } = next;
  const name = holidayName(next);
  return (
    <section
      aria-labelledby="next-holiday"
      className="on-dark flex flex-wrap items-center gap-x-8 gap-y-2 border-l-8 border-signal bg-tar px-5 py-5 text-chalk print:border-l-0 print:bg-transparent print:p-0 print:text-ink"
    >
      <p className="display text-3xl">
        {days === 0
          ? t('Today', 'Hoy')
          : days === 1
            ? t('1 day', '1 día')
            : t(`${days} days`, `${days} días`)}
      </p>
      <div>
        <h2 className="display text-lg" id="next-holiday">
          {days === 0 ? name : t(`until ${name}`, `Próximo feriado: ${name}`)}
        </h2>
        <p className="text-haze print:text-steel">
          <time dateTime={date}>{longDay(date)}</time>
        </p>
      </div>
    </section>
  );
}

// Parsed and formatted in UTC, so that no time zone shifts a calendar date.
const long = new Intl.DateTimeFormat(locale(), {
  timeZone: 'UTC',
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  year: 'numeric',
});
const short = new Intl.DateTimeFormat(locale(), {
  timeZone: 'UTC',
  month: 'short',
  day: 'numeric',
});
const weekday = new Intl.DateTimeFormat(locale(), { timeZone: 'UTC', weekday: 'long' });

const at = (date: string) => new Date(`${date}T00:00:00Z`);

/** 'Thursday, November 27, 2025' */
function longDay(date: string): string {
  return long.format(at(date));
}

/** 'Nov 27' */
function shortDay(date: string): string {
  return short.format(at(date));
}

/** 'Thursday' */
function weekdayOf(date: string): string {
  return weekday.format(at(date));
}

/** The year of the fixed table. */
const written = 2025;

/** This year, the next and 2025, without duplicates. */
function yearsToShow(today: string): number[] {
  const year = Number(today.slice(0, 4));
  return [...new Set([year, year + 1, written])];
}
