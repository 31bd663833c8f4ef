import { translated } from '../text/languages.ts';
import * as spanish from './receipts.es.ts';

/** A reminder names at most this many files. */
const maxNamed = 10;

/** Messages of receipts and reminders. */
export const receipts = translated(spanish.receipts, {
  title: 'Receipts',
  kinds: {
    training: 'Training',
    settlements: 'Settlements',
    reports: 'Reports',
    'employee-files': 'Employee Files',
  },
  about: 'See who still has to open or confirm a file.',
  allOpened: 'Nothing is missing.',
  missing: (missing: number, all: number) => `${missing} of ${all} missing`,
  noMatch: 'Nothing matches this search.',
  neverReplaced: 'This file was never replaced.',
  noReceipts: 'No one received it.',
  none: 'No files assigned yet.',
  fetchFailed: 'Failed to fetch receipts.',
  noneMissing: "Nothing is missing, so there's no one to remind.",
  reminded: (people: number) =>
    people === 1 ? '1 person was reminded.' : `${people} people were reminded.`,
  /** Follows `reminded`, with a space before it. */
  skipped: (people: number) => {
    if (people === 0) return '';
    const who = people === 1 ? '1 person was' : `${people} people were`;
    return ` ${who} reminded a few minutes ago and got no second reminder.`;
  },
  justReminded: (sender: string, time: string, minutes: number) =>
    `${sender} already sent this reminder at ${time} Central. Wait ${minutes} minutes before you send another.`,
  remindFailed: "Couldn't send the reminder. Try again.",
  remindWhom: 'Choose the document or the person to remind about.',
  mailSubject: 'Please open your files',
  /** The reminder about one document or several, newest first. */
  pleaseOpen: (names: readonly string[]) => {
    if (names.length === 1) return `Please open ${names[0]} in the portal.`;
    const more = names.length - maxNamed;
    const list = names.slice(0, maxNamed).join(', ') + (more > 0 ? ` and ${more} more` : '');
    return `Please open these ${names.length} files in the portal: ${list}`;
  },
});
