import { translated } from '../text/languages.ts';
import * as spanish from './notifications.es.ts';

/** Sentences of the bell and the broadcast (N3, N5). */
export const notifications = translated(spanish.notifications, {
  none: 'No new notifications',
  markAsRead: 'Mark as Read',
  sent: 'Notification sent.',
  marked: 'Marked as read.',
  title: 'Notifications',
  all: 'All notifications',
  markAllAsRead: 'Mark all as read',
  settings: 'Settings',
  /** Of the page with read and unread ones. */
  noneYet: 'No notifications yet',
  noneYetHint: "When something changes that concerns you, you'll find it here.",
  formFailed: "Couldn't open the form. Check your connection and try again.",
  sendFailed: 'Failed to send notification. Please try again.',
  emailFailed: 'Failed to send email. Please try again.',
  emailSent: 'Email sent successfully.',
  fetchFailed: 'Failed to fetch notifications.',
  markFailed: 'Failed to mark as read. Please try again.',
  /** The fixed subject of the mail that follows a notification. */
  emailSubject: 'You have a new notification',
  /** Of a row for several notifications. */
  more: (count: number) => `and ${count} more`,
  showGroup: (count: number) => `Show all ${count}`,
  hideGroup: 'Show less',
  markGroup: (count: number) => `Mark ${count} as read`,
});

/** Sentences of the settings, and of the mails that they cause. */
export const notificationSettings = translated(spanish.notificationSettings, {
  title: 'Notification settings',
  about: 'How you hear about each kind of change.',
  saved: 'Notification settings saved.',
  saveFailed: "Couldn't save your notification settings. Try again.",
  fetchFailed: "Couldn't load your notification settings.",
  channels: { in_app: 'Portal', push: 'Push', mail: 'Mail' },
  security: 'Safety messages and changes to your account always reach you, at any time.',
  quiet: 'Quiet hours',
  quietHint: 'No push until they end, also for chat messages, and mail waits. Central time.',
  from: 'From',
  to: 'To',
  bothTimes: 'Enter both times.',
  differentTimes: 'Choose two different times.',
  alwaysInApp: 'Messages from the office always appear in the portal.',
  mailTo: (address: string) => `Mail goes to ${address}.`,
  noAddress: 'Your account has no email address. Ask the office to add it before you turn on mail.',
  noPush: "This browser can't show push notifications. Your other devices can.",
  mailSubject: (kind: string) => `${kind}: you have a new notification`,
  mailOpen: 'Open it in the portal:',
  mailReason: (kind: string) =>
    `You get this email because you turned on mail for “${kind}”. Turn it off in your notification settings:`,
});
