import type { Step } from './steps.ts';

/** When the people who have not confirmed an announcement were reminded last: two admins at once remind once. */
export const announcementReminders: Step = {
  name: '033-announcement-reminders',
  up: () => ['alter table announcements add column reminded_at text'],
};
