/** When the office is open: part of the company profile, in its own file so that public pages don't load it. */

import { company } from '../company/profile.ts';
import { t } from '../text/languages.ts';
import { holidayOn, instantOf } from './business-days.ts';
import { dayAfter, today, wallClock } from './dates.ts';

/** `HH:MM` on the company's clock; until 24:00 is until midnight. */
interface Hours {
  opens: string;
  closes: string;
}

const weekday: Hours = { opens: '07:00', closes: '17:00' };

/** From Sunday to Saturday; null: closed. The office is also closed on the company's holidays. */
export const officeHours: readonly (Hours | null)[] = [
  null,
  weekday,
  weekday,
  weekday,
  weekday,
  weekday,
  null,
];

/** Whom employees call in an emergency while the office is closed; '' for nobody. */
export const emergencyPhone: string = company.dispatchPhone;

export interface OfficeState {
  isOpen: boolean;
  /** When it opened or closed last. */
  since: string;
  /** When it closes or opens next. */
  until: string;
}

/** Days without office hours before the profile counts as wrong. */
const maxClosedDays = 60;

let known: OfficeState | undefined;

/** Whether the office is open: from the minute of opening until the minute of closing, on the company's clock. */
export function officeAt(now: Date): OfficeState {
  const at = now.toISOString();
  // A node asks for each message.
  if (!known || at < known.since || at >= known.until) known = stateAt(at);
  return known;
}

function stateAt(at: string): OfficeState {
  const day = today(new Date(at));
  const hours = hoursOf(day);
  if (hours && at >= hours.opens && at < hours.closes) {
    return { isOpen: true, since: hours.opens, until: hours.closes };
  }
  return {
    isOpen: false,
    since: find(day, -1, ({ closes }) => closes <= at).closes,
    until: find(day, 1, ({ opens }) => opens > at).opens,
  };
}

function find(day: string, step: 1 | -1, isWanted: (hours: Hours) => boolean): Hours {
  for (let days = 0; days <= maxClosedDays; days += 1) {
    const hours = hoursOf(dayAfter(day, step * days));
    if (hours && isWanted(hours)) return hours;
  }
  throw new Error('contract/rules/office-hours.ts has no office hours');
}

/** The instants of a calendar date's hours; null when the office stays closed. */
function hoursOf(date: string): Hours | null {
  const hours = officeHours[new Date(`${date}T00:00:00Z`).getUTCDay()];
  if (!hours || holidayOn(date) !== undefined) return null;
  const instant = (time: string) => new Date(instantOf(`${date}T${time}:00.000`)).toISOString();
  return { opens: instant(hours.opens), closes: instant(hours.closes) };
}

/**
 * One business day of office hours after an instant: as long as the office is open on the day when they begin to count,
 * without nights, weekends and holidays. Friday 4:30 PM before a holiday gives Tuesday 4:30 PM; a Saturday counts from
 * Monday's opening.
 */
export function businessDayAfter(instant: Date): string {
  let state = stateAt(instant.toISOString());
  let from = instant.toISOString();
  if (!state.isOpen) {
    from = state.until;
    state = stateAt(from);
  }
  let left = Date.parse(state.until) - Date.parse(state.since);
  for (;;) {
    const end = Date.parse(from) + left;
    if (end <= Date.parse(state.until)) return new Date(end).toISOString();
    left = end - Date.parse(state.until);
    from = stateAt(state.until).until;
    state = stateAt(from);
  }
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const spanishWeekdays = ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'];
const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September'],
  ...['October', 'November', 'December'],
];
const spanishMonths = [
  ...['enero', 'febrero', 'marzo', 'abril', 'mayo', 'junio', 'julio', 'agosto', 'septiembre'],
  ...['octubre', 'noviembre', 'diciembre'],
];

/** An instant on the company's clock, in words that don't differ between ICU versions. */
function clockParts(instant: string) {
  const wall = wallClock(new Date(instant));
  const [date, clockHour, minute] = [
    wall.slice(0, 10),
    Number(wall.slice(11, 13)),
    wall.slice(14, 16),
  ];
  const [weekday, month] = [
    new Date(`${date}T00:00:00Z`).getUTCDay(),
    Number(date.slice(5, 7)) - 1,
  ];
  const [day, hour] = [Number(date.slice(8, 10)), clockHour % 12 || 12];
  const half = clockHour < 12 ? t('AM', 'a.m.') : t('PM', 'p.m.');
  return {
    weekday: t(weekdays, spanishWeekdays)[weekday],
    day: t(`${months[month]} ${day}`, `${day} de ${spanishMonths[month]}`),
    time: `${hour}:${minute} ${half}`,
    /** As Spanish says it: 'a la 1:05 p.m.'. */
    atTime: `${hour === 1 ? 'a la' : 'a las'} ${hour}:${minute} ${half}`,
  };
}

/** `7:00 AM`. */
export function timeLabel(instant: string): string {
  return clockParts(instant).time;
}

/** `Monday 7:00 AM Central`. */
export function weekdayLabel(instant: string): string {
  const { weekday, time, atTime } = clockParts(instant);
  return t(`${weekday} ${time} Central`, `${weekday} ${atTime}, hora del centro`);
}

/** `Monday, November 30, at 7:00 AM`. */
export function dayLabel(instant: string): string {
  const { weekday, day, time, atTime } = clockParts(instant);
  return t(`${weekday}, ${day}, at ${time}`, `${weekday} ${day} ${atTime}`);
}
