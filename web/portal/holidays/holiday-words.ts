// Read and written in UTC alike, so that no zone moves a calendar date.
const long = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  year: 'numeric',
});
const short = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' });
const weekday = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'long' });

const at = (date: string) => new Date(`${date}T00:00:00Z`);

/** 'Thursday, November 27, 2025' */
export function longDay(date: string): string {
  return long.format(at(date));
}

/** 'Nov 27' */
export function shortDay(date: string): string {
  return short.format(at(date));
}

/** 'Thursday' */
export function weekdayOf(date: string): string {
  return weekday.format(at(date));
}
