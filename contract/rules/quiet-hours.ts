import { instantOf } from './business-days.ts';
import { dayAfter, wallClock } from './dates.ts';

/** Minutes after midnight on the company's clock. A span that ends before it starts goes over midnight. */
export interface QuietHours {
  quiet_from: number | null;
  quiet_to: number | null;
}

/** HH:MM of minutes after midnight. */
export function timeOf(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

/** Minutes after midnight of HH:MM. */
export function minutesOf(time: string): number {
  const [hours = '', minutes = ''] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
}

/** When the quiet hours around an instant end; null outside of them. */
export function quietUntil({ quiet_from, quiet_to }: QuietHours, now: Date): Date | null {
  if (quiet_from === null || quiet_to === null) return null;
  const wall = wallClock(now);
  const minute = minutesOf(wall.slice(11, 16));
  const isOverMidnight = quiet_to < quiet_from;
  const isAfterStart = minute >= quiet_from;
  const isBeforeEnd = minute < quiet_to;
  if (isOverMidnight ? !(isAfterStart || isBeforeEnd) : !(isAfterStart && isBeforeEnd)) return null;
  const day = dayAfter(wall.slice(0, 10), isBeforeEnd ? 0 : 1);
  const end = `${day}T${timeOf(quiet_to)}:00.000`;
  return new Date(instantOf(end, now));
}
