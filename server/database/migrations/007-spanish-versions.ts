import type { Step } from './steps.ts';

const texts = {
  jobs: [
    ...['position', 'home_time', 'shift', 'company_information', 'role_information'],
    ...['job_responsibilities', 'skills', 'description_of_benefits', 'company_culture'],
  ],
  announcements: ['message'],
  posts: ['title', 'text'],
  documents: ['file_name'],
};

/** Spanish versions of what the office writes, '' for none; and the notification of those who read an announcement in Spanish. */
export const spanishVersions: Step = {
  name: '007-spanish-versions',
  up: () => [
    ...Object.entries(texts).flatMap(([table, columns]) =>
      columns.map(
        (column) => `alter table ${table} add column ${column}_es text not null default ''`,
      ),
    ),
    `alter table announcements add column spanish_notification_id integer
      references notifications (notification_id) on delete set null`,
    `create index announcements_spanish_notification on announcements (spanish_notification_id)
      where spanish_notification_id is not null`,
  ],
};
