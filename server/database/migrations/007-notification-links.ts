import type { Step } from './steps.ts';

/** Where a notification leads: a path in the portal. */
export const notificationLinks: Step = {
  name: '007-notification-links',
  up: () => ['alter table notifications add column link text'],
};
