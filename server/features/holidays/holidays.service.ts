import { company } from '#contract/company/profile.ts';
import { type Holiday, holidaysOf } from '#contract/rules/holidays.ts';
import { type CalendarEvent, calendarText } from '../../platform/formats/icalendar.ts';

function toEvent({ name, date }: Holiday): CalendarEvent {
  const slug = name.toLowerCase().replaceAll("'", '').replaceAll(' ', '-');
  return {
    uid: `${date.slice(0, 4)}-${slug}@${company.email.split('@')[1]}`,
    stamp: '2025-01-01T00:00:00Z',
    from: date,
    to: date,
    summary: name,
    category: 'HOLIDAY',
    isFree: true,
  };
}

/** Returns the holidays of the previous, this and the next year as an RFC 5545 calendar. */
export function holidayCalendar(year: number): string {
  return calendarText({
    name: `${company.name} Holidays`,
    product: [company.name, 'Holidays'],
    refresh: 'P7D',
    events: [year - 1, year, year + 1].flatMap(holidaysOf).map(toEvent),
  });
}
