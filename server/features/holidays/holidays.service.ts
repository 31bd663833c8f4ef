import { company } from '#contract/company/profile.ts';
import { holidayName } from '#contract/rules/holiday-names.ts';
import { type Holiday, holidaysOf } from '#contract/rules/holidays.ts';
import { t } from '#contract/text/languages.ts';
import { type CalendarEvent, calendarText } from '../../platform/formats/icalendar.ts';

function toEvent(holiday: Holiday): CalendarEvent {
  const { name, date } = holiday;
  const slug = name.toLowerCase().replaceAll("'", '').replaceAll(' ', '-');
  return {
    uid: `${date.slice(0, 4)}-${slug}@${company.email.split('@')[1]}`,
    stamp: '2025-01-01T00:00:00Z',
    from: date,
    to: date,
    summary: holidayName(holiday),
    category: 'HOLIDAY',
    isFree: true,
  };
}

/** The holidays of the previous, this and the next year as an RFC 5545 calendar, in the current language. */
export function holidayCalendar(year: number): string {
  return calendarText({
    name: t(`${company.name} Holidays`, `Feriados de ${company.name}`),
    product: [company.name, 'Holidays'],
    refresh: 'P7D',
    events: [year - 1, year, year + 1].flatMap(holidaysOf).map(toEvent),
  });
}
