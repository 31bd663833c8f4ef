import type { Step } from './steps.ts';

/** The link of a notification: a path in the portal. */
export const notificationLinks: Step = {
  name: '007-notification-links',
  up: () => ['alter table notifications add column link text'],
};
