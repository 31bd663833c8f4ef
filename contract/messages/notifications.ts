/** Sentences of the bell and the broadcast (SPEC.md section 8). */
export const notifications = {
  none: 'No new notifications',
  markAsRead: 'Mark as Read',
  sent: 'Notification sent.',
  marked: 'Marked as read.',
  sendFailed: 'Failed to send notification. Please try again.',
  emailFailed: 'Failed to send email. Please try again.',
  emailSent: 'Email sent successfully.',
  fetchFailed: 'Failed to fetch notifications.',
  markFailed: 'Failed to mark as read. Please try again.',
  /** The fixed subject of the mail that follows a notification. */
  emailSubject: 'You have a new notification',
} as const;
