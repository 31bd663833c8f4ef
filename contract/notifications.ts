import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { done, id, instant, line, text } from './fields.ts';

export const notification = z.object({
  notification_id: z.int(),
  message: z.string(),
  date: instant,
  /** For the caller alone. */
  is_read: z.union([z.literal(0), z.literal(1)]),
});
export type Notification = z.output<typeof notification>;

/** What the server sends to each open page of a recipient. */
export const notificationEvent = 'notification';

export const listNotifications = endpoint({
  name: 'listNotifications',
  method: 'GET',
  path: '/api/notifications',
  access: 'signed-in',
  summary: "The caller's notifications, newest first; `unread=true` for the unread ones.",
  query: z.object({ unread: z.optional(z.string()) }),
  status: 200,
  reply: z.object({ notifications: z.array(notification) }),
});

export const sendNotification = endpoint({
  name: 'sendNotification',
  method: 'POST',
  path: '/api/send-notification',
  access: 'admin',
  summary: 'Sends a notification to everybody, the sender included.',
  body: z.object({ message: text(2000) }),
  status: 201,
  reply: z.object({ message: z.string(), notification_id: z.int() }),
  idempotent: true,
});

export const sendEmail = endpoint({
  name: 'sendEmail',
  method: 'POST',
  path: '/api/send-email',
  access: 'admin',
  summary: 'Puts one mail for each active user into the outbox.',
  body: z.object({ subject: line(200), message: text(2000) }),
  status: 200,
  reply: done,
  idempotent: true,
});

export const markAsRead = endpoint({
  name: 'markAsRead',
  method: 'POST',
  path: '/api/mark-as-read',
  access: 'signed-in',
  summary: 'Marks a notification as read by the caller.',
  body: z.object({ notification_id: id() }),
  status: 200,
  reply: done,
});
