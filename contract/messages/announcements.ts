import { translated } from '../text/languages.ts';
import * as spanish from './announcements.es.ts';

/** Messages of announcements to the office, which writes them. */
export const announcements = {
  title: 'Announcements',
  about: 'Write to everyone or to a group, now or later, and see who has read it.',
  none: 'No announcements yet.',
  noneHint: 'Write to everyone or to one department, and see who has read it.',
  fetchFailed: 'Failed to fetch announcements.',
  add: 'New announcement',
  sent: 'Announcement sent.',
  scheduled: (when: string) => `Announcement planned for ${when} Central time.`,
  deleted: 'Announcement deleted.',
  deleteFailed: 'Failed to delete announcement.',
  alreadySent: 'This announcement was sent meanwhile and can no longer be deleted.',
  gone: 'Someone else deleted this announcement.',
  saveFailed: 'Failed to send the announcement. Please try again.',
  confirmDiscard: 'Discard this announcement?',
  confirmDelete: 'Delete this announcement? It will not be sent.',
  nobody: 'Nobody matches this choice of people.',
  past: 'Choose a time in the future.',
  skippedHour: (time: string) =>
    `The clocks skip this hour on that day. The announcement goes out at ${time}.`,
  reminded: (count: number) =>
    count === 1 ? '1 person was reminded.' : `${count} people were reminded.`,
  remindFailed: 'Failed to remind. Please try again.',
  noneMissing: 'Everyone has confirmed.',
  justReminded: (minutes: number) =>
    `A reminder was sent less than ${minutes} minutes ago. Wait before you send another.`,
} as const;

/** To those who are asked to confirm that they have read one. */
export const confirmation = translated(spanish.confirmation, {
  confirmed: 'Thank you. The office can see that you have read this.',
  confirm: 'I have read this',
  confirmFailed: "Couldn't confirm. Try again.",
  notAsked: "The office didn't ask you to confirm this.",
  reminder: (message: string) => `Please confirm that you have read: ${message}`,
});
