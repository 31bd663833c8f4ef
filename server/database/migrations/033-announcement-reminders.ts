import type { Step } from './steps.ts';

/** When the people who have not confirmed an announcement were reminded last; indexes of who got it and of unread settlements. */
export const announcementReminders: Step = {
  name: '033-announcement-reminders',
  up: () => [
    'alter table announcements add column reminded_at text',
    'create index notification_recipients_notification on notification_recipients (notification_id)',
    'create index document_revisions_unread on document_revisions (file_id, revision) where period_read_at is null',
  ],
};
