/** Sentences of the bell and the broadcast (N3, N5). */
export const notifications = {
  none: 'No new notifications',
  markAsRead: 'Mark as Read',
  sent: 'Notification sent.',
  marked: 'Marked as read.',
  title: 'Notifications',
  all: 'All notifications',
  markAllAsRead: 'Mark all as read',
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
} as const;
