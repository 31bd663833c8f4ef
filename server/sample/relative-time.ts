import { instantOf } from '#contract/business-days.ts';
import { company } from '#contract/company.ts';
import { today } from '#contract/dates.ts';

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const pattern =
  /^(?=[-+a-z])(?:(sun|mon|tue|wed|thu|fri|sat)-(\d+))?(?:([-+]\d+)(mo|m|d|y))?(?: (\d\d:\d\d(?::\d\d)?))?$/;

const formats: Record<string, Intl.DateTimeFormatOptions> = {
  month: { month: 'long', year: 'numeric' },
  day: { month: 'short', day: 'numeric' },
  us: { year: 'numeric', month: '2-digit', day: '2-digit' },
};

/** That time (`HH:MM`, optionally `:SS`) of the company's day as an ISO instant. */
function instantOn(day: string, time: string): string {
  return new Date(instantOf(`${day}T${time}`)).toISOString();
}

/**
 * Resolves a relative time; undefined when the text is something else.
 *
 * - `-3d`, `+40d`, `fri-1` (last Friday), `fri-2+1d`: a calendar day of the company
 * - `-14mo`: the first day of a month; `-9y`: a year
 * - `-3d 07:40`, `fri-1 09:15:30`, `-1mo 08:00`: that time of the day, as an ISO instant
 * - `-90m`: minutes before now, as an ISO instant
 *
 * An instant after now becomes null, because it hasn't happened yet, unless it starts with `+`.
 */
export function resolveTime(text: string, now: Date): string | null | undefined {
  const [match, weekday, nth, offset, unit, time] = pattern.exec(text) ?? [];
  if (match === undefined) return undefined;
  const amount = Number(offset ?? 0);
  if (unit === 'm') return new Date(now.getTime() + amount * 60_000).toISOString();
  const date = new Date(today(now));
  if (unit === 'y') return String(date.getUTCFullYear() + amount);
  if (unit === 'mo') date.setUTCMonth(date.getUTCMonth() + amount, 1);
  if (weekday) {
    // Today doesn't count as the last such weekday.
    const daysSince = ((date.getUTCDay() - weekdays.indexOf(weekday) + 6) % 7) + 1;
    date.setUTCDate(date.getUTCDate() - daysSince - (Number(nth) - 1) * 7);
  }
  if (unit === 'd') date.setUTCDate(date.getUTCDate() + amount);
  const day = date.toISOString().slice(0, 10);
  if (time === undefined) return day;
  const instant = instantOn(day, time);
  return instant > now.toISOString() && !text.startsWith('+') ? null : instant;
}

function companyValue(path: string): string {
  let value: unknown = { company };
  for (const key of path.split('.')) value = (value as Record<string, unknown>)[key];
  return String(value);
}

function fillIn(text: string, now: Date): string {
  return text.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    if (name.startsWith('company.')) return companyValue(name);
    // Stays for the receiver of a canned reply.
    if (name === 'first name') return `{${name}}`;
    const [time = '', format = ''] = name.split('|');
    const day = resolveTime(time, now);
    if (!day) throw new Error(`{${name}} in the sample data is neither a time nor a company value`);
    const options = formats[format];
    if (!options) return day;
    return new Date(day).toLocaleDateString('en-US', { timeZone: 'UTC', ...options });
  });
}

/**
 * Resolves every relative time in a value, also in texts that name one in braces: `{fri-1}`, `{-1mo|month}`
 * (March 2026), `{mon-1|day}` (Mar 2), `{mon-1|us}` (03/02/2026). `{company.…}` becomes that value of the company profile, `{first name}` stays.
 */
export function resolveValue(value: Json, now: Date): Json {
  if (typeof value === 'string') {
    const time = resolveTime(value, now);
    return time === undefined ? fillIn(value, now) : time;
  }
  if (Array.isArray(value)) return value.map((entry) => resolveValue(entry, now));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, resolveValue(entry, now)]),
  );
}
