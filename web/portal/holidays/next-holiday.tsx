import { nextHoliday } from '#contract/holidays.ts';
import { longDay } from './holiday-words.ts';

/** How long until the next day off, by the company's calendar. */
export function NextHoliday({ today }: { today: string }) {
  const { name, date, days } = nextHoliday(today);
  return (
    <section
      aria-labelledby="next-holiday"
      className="on-dark flex flex-wrap items-center gap-x-8 gap-y-2 border-l-8 border-signal bg-asphalt px-5 py-5 text-chalk print:border-l-0 print:bg-transparent print:p-0 print:text-ink"
    >
      <p className="display text-3xl">
        {days === 0 ? 'Today' : days === 1 ? '1 day' : `${days} days`}
      </p>
      <div>
        <h2 className="display text-lg" id="next-holiday">
          {days === 0 ? name : `until ${name}`}
        </h2>
        <p className="text-haze print:text-steel">
          <time dateTime={date}>{longDay(date)}</time>
        </p>
      </div>
    </section>
  );
}
