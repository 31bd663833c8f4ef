import type { Step } from './steps.ts';

/** When the people who have not confirmed an announcement were reminded last, and an index to find who got it. */
export const announcementReminders: Step = {
  name: '033-announcement-reminders',
  up: () => [
    'alter table announcements add column reminded_at text',
    'create index notification_recipients_notification on notification_recipients (notification_id)',
  ],
};
