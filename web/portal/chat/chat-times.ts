/** Times are in the reader's zone and look the same in every browser. */

import { locale, t } from '#contract/text/languages.ts';

const time = new Intl.DateTimeFormat(locale(), { hour: 'numeric', minute: '2-digit' });
const monthDay = new Intl.DateTimeFormat(locale(), { month: 'short', day: 'numeric' });
const dayOfYear = new Intl.DateTimeFormat(locale(), {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
});
const fullDay = new Intl.DateTimeFormat(locale(), {
  weekday: 'long',
  year: 'numeric',
  month: 'long',
  day: 'numeric',
});
const shortDay = new Intl.DateTimeFormat(locale(), {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
});

/** Hours and minutes of an instant. */
export function timeOf(instant: string): string {
  return time.format(new Date(instant));
}

/** Day and time of an instant in full. */
export function fullTime(instant: string): string {
  const date = new Date(instant);
  return `${fullDay.format(date)}, ${time.format(date)}`;
}

/** The reader's calendar day of an instant, as a string to compare. */
function dayKey(date: Date): string {
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;
}

/** The reader's calendar day of now. */
export function todayHere(): string {
  return dayKey(new Date());
}

function daysAgo(date: Date, now: Date): 'today' | 'yesterday' | 'this year' | 'before' {
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (dayKey(date) === dayKey(now)) return 'today';
  if (dayKey(date) === dayKey(yesterday)) return 'yesterday';
  return date.getFullYear() === now.getFullYear() ? 'this year' : 'before';
}

/** 'Today', 'Yesterday', or the date. */
export function dayTitle(instant: string, now = new Date()): string {
  const date = new Date(instant);
  const when = daysAgo(date, now);
  if (when === 'today') return t('Today', 'Hoy');
  if (when === 'yesterday') return t('Yesterday', 'Ayer');
  return (when === 'this year' ? dayOfYear : fullDay).format(date);
}

/** Short for a list: a time of today, 'Yesterday', or the date. */
export function listTime(instant: string, now = new Date()): string {
  const date = new Date(instant);
  const when = daysAgo(date, now);
  if (when === 'today') return time.format(date);
  if (when === 'yesterday') return t('Yesterday', 'Ayer');
  return (when === 'this year' ? monthDay : shortDay).format(date);
}

/** The time, with its date if that differs from the date of `beside`. */
export function timeBeside(instant: string, beside: string): string {
  const date = new Date(instant);
  const sameDay = dayKey(date) === dayKey(new Date(beside));
  return sameDay ? time.format(date) : `${monthDay.format(date)}, ${time.format(date)}`;
}

export interface Day<T> {
  key: string;
  /** The timestamp of its first message. */
  instant: string;
  messages: T[];
}

/** Groups messages by day and keeps their order. */
export function daysOf<T extends { timestamp: string }>(messages: readonly T[]): Day<T>[] {
  const days: Day<T>[] = [];
  const times = new Map<string, number>();
  let open: string | null = null;
  for (const message of messages) {
    const day = dayKey(new Date(message.timestamp));
    if (day !== open) {
      // After a clock is set back, a day can come again.
      const count = times.get(day) ?? 0;
      times.set(day, count + 1);
      const key = count === 0 ? day : `${day}.${count}`;
      days.push({ key, instant: message.timestamp, messages: [] });
      open = day;
    }
    days.at(-1)?.messages.push(message);
  }
  return days;
}
