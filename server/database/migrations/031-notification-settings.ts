import type { Step } from './steps.ts';

/** The beginning of a link, and the kind of its notifications. */
const kinds = [
  ['/Settlements', 'settlement'],
  ['/TrainingFiles', 'file'],
  ['/Reports', 'file'],
  // A new form or the status of a returned one.
  ['/EmployeeFiles', 'file'],
  ['/Hours', 'hours'],
  ['/time-off', 'time_off'],
  ['/damages', 'damage'],
  ['/claims', 'claim'],
  ['/driver-file', 'driver_file'],
  ['/settlement-questions', 'question'],
  ['/Store', 'order'],
  ['/portal', 'testimonial'],
  ['/password', 'account'],
  ['/sign-in', 'account'],
].map(([link, kind]) => `when link like '${link}%' then '${kind}'`);

/** What a notification is about, and how each person gets it. */
export const notificationSettings: Step = {
  name: '031-notification-settings',
  up: ({ strict }) => [
    // The default is for inserts of the previous release.
    "alter table notifications add column kind text not null default 'announcement'",
    `update notifications set kind = case ${kinds.join(' ')} else kind end where link is not null`,
    `create table notification_settings (
      user_id integer primary key references users (user_id),
      choices text not null default '{}',
      quiet_from integer check (quiet_from between 0 and 1439),
      quiet_to integer check (quiet_to between 0 and 1439),
      version integer not null default 1,
      check ((quiet_from is null) = (quiet_to is null))
    ) ${strict}`,
  ],
};
