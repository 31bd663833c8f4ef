import * as z from 'zod/mini';
import { broadcastInput } from './broadcast-input.ts';
import { choosableKinds } from './notification-kinds.ts';
import { endpoint } from './wire/endpoint.ts';
import { done, id, instant, line, optionalId, page, text } from './wire/fields.ts';
import { anyUserIds } from './wire/user-ids.ts';

export const notification = z.object({
  notification_id: z.int(),
  /** What it is about. */
  kind: z.enum([...choosableKinds, 'account']),
  message: z.string(),
  date: instant,
  /** For the caller alone. */
  is_read: z.union([z.literal(0), z.literal(1)]),
  /** Path in the portal of the thing that it is about; left out where there is none. */
  link: z.optional(z.string()),
  /** 1: the caller is asked to confirm it; left out otherwise. */
  must_confirm: z.optional(z.literal(1)),
  /** When the caller confirmed it; left out before. */
  confirmed_at: z.optional(instant),
});
export type Notification = z.output<typeof notification>;

/** What the server sends to each open page of a recipient. */
export const notificationEvent = 'notification';

export const listNotifications = endpoint({
  name: 'listNotifications',
  method: 'GET',
  path: '/api/notifications',
  access: 'signed-in',
  summary:
    "The caller's notifications, newest first: the unread ones with `unread=true`, all of them with `all=1` or neither.",
  query: z.object({ unread: z.optional(z.string()), all: z.optional(z.string()), ...page }),
  status: 200,
  reply: z.object({ notifications: z.array(notification) }),
  paged: true,
});

export const sendNotification = endpoint({
  name: 'sendNotification',
  method: 'POST',
  path: '/api/send-notification',
  access: 'admin',
  summary: 'Sends a notification to everyone, including the sender.',
  body: broadcastInput,
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

export const markAllAsRead = endpoint({
  name: 'markAllAsRead',
  method: 'POST',
  path: '/api/mark-all-as-read',
  access: 'signed-in',
  summary:
    "Marks the caller's notifications as read: all of them, or those up to the id `up_to` and among `notification_ids`.",
  body: z.object({
    up_to: optionalId(),
    /** As other lists of ids. */
    notification_ids: anyUserIds(),
  }),
  status: 200,
  reply: done,
});

export const markAsRead = endpoint({
  name: 'markAsRead',
  method: 'POST',
  path: '/api/mark-as-read',
  access: 'signed-in',
  summary: 'Marks a notification as read by the caller.',
  body: z.object({ notification_id: id() }),
  status: 200,
  failures: [404],
  reply: done,
});
