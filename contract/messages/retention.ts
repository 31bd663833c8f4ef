/** Messages about the deletion of old records and the clock that it goes by. */
import { usCalendarDay } from '../rules/dates.ts';

const stops = (reason: string) => `${reason}, so nothing old is deleted.`;

export const clock = {
  jump: (from: string, to: string) => stops(`The clock jumped from ${from} to ${to}`),
  stop: (from: string, to: string) =>
    stops(`The clock says ${to}, but the server last ran at ${from}`),
  idle: (from: string, to: string) =>
    stops(`The clock says ${to}, but the newest record is from ${from}`),
  subject: "Check the server's clock",
  confirm: "Check the server's date and time, then confirm the clock under System status.",
  confirmHere: "Check the server's date and time, then confirm the clock.",
  confirmByCommand: "Check the server's date and time, then run npm run admin -- confirm-clock.",
  button: 'The clock is right, continue',
  confirmed: 'Clock confirmed. What is deleted is announced again a day before.',
  isFine: 'The clock is fine. There is nothing to confirm.',
  failed: "Couldn't confirm the clock. Try again.",
} as const;

export const deletions = {
  subject: (day: string) => `Old records will be deleted on ${usCalendarDay(day)}`,
  intro: (day: string) =>
    `The server deletes these records on ${usCalendarDay(day)} after 3 AM, because they reach the age in its settings.`,
  keep: 'To keep some, raise their limit or set it to off before then.',
  announced: (day: string, counts: string) => `To be deleted on ${usCalendarDay(day)}: ${counts}.`,
  none: 'Nothing is about to be deleted.',
} as const;
