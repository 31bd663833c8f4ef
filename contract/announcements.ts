import * as z from 'zod/mini';
import { endpoint } from './wire/endpoint.ts';
import {
  done,
  flag,
  idParams,
  instant,
  optionalDate,
  optionalLine,
  optionalText,
  optionalWhole,
  page,
  text,
} from './wire/fields.ts';
import { spanishReply } from './wire/spanish-fields.ts';
import { userIds } from './wire/user-ids.ts';

const zeroOrOne = z.literal([0, 1]);

/** A message of the office: to the people in `user_ids`; without any, to those of the department and the position. */
export const announcement = z.object({
  announcement_id: z.int(),
  message: z.string(),
  message_es: spanishReply(),
  /** '' for every department. */
  department: z.string(),
  /** '' for every position. */
  position: z.string(),
  user_ids: z.array(z.int()),
  must_confirm: zeroOrOne,
  is_safety: zeroOrOne,
  send_at: instant,
  /** Null until it is sent. */
  sent_at: z.nullable(instant),
  /** The sender's first and last name, else the username. */
  sent_by: z.string(),
  recipients: z.int(),
  read_count: z.int(),
  confirmed_count: z.int(),
});
export type Announcement = z.output<typeof announcement>;

export const listAnnouncements = endpoint({
  name: 'listAnnouncements',
  method: 'GET',
  path: '/api/announcements',
  access: 'admin',
  summary: 'Lists announcements, newest first, with how many have read and confirmed them.',
  query: z.object(page),
  status: 200,
  reply: z.array(announcement),
  paged: true,
});

export const announcementInput = z.object({
  message: text(2000),
  /** For those who read Spanish; '' sends them the English. */
  message_es: optionalText(2500),
  department: optionalLine(),
  position: optionalLine(),
  user_ids: z._default(userIds(), []),
  /** The day, by default today, and the minutes after midnight on the company's clock; without both, or in the past, it is sent now. */
  send_on: optionalDate(),
  send_minute: optionalWhole(0, 24 * 60 - 1),
  must_confirm: flag(),
  is_safety: flag(),
});

export const createAnnouncement = endpoint({
  name: 'createAnnouncement',
  method: 'POST',
  path: '/api/announcements',
  access: 'admin',
  summary: 'Sends an announcement as a notification, now or at a later time.',
  body: announcementInput,
  status: 201,
  reply: z.object({ message: z.string(), announcement_id: z.int() }),
  idempotent: true,
});

export const deleteAnnouncement = endpoint({
  name: 'deleteAnnouncement',
  method: 'DELETE',
  path: '/api/announcements/{id}',
  access: 'admin',
  summary: 'Deletes an announcement that is not sent yet; 409 for a sent one.',
  params: idParams,
  status: 200,
  failures: [409],
  reply: done,
});

export const announcementReader = z.object({
  user_id: z.int(),
  name: z.string(),
  read_at: z.nullable(instant),
  confirmed_at: z.nullable(instant),
});
export type AnnouncementReader = z.output<typeof announcementReader>;

export const listAnnouncementReaders = endpoint({
  name: 'listAnnouncementReaders',
  method: 'GET',
  path: '/api/announcements/{id}/readers',
  access: 'admin',
  summary: 'The people who got an announcement, those who have not confirmed or read it first.',
  params: idParams,
  status: 200,
  reply: z.array(announcementReader),
});

export const remindAnnouncement = endpoint({
  name: 'remindAnnouncement',
  method: 'POST',
  path: '/api/announcements/{id}/remind',
  access: 'admin',
  summary: 'Reminds those who have not confirmed an announcement; 409 when there are none.',
  params: idParams,
  status: 200,
  failures: [409],
  reply: done,
});

export const confirmNotification = endpoint({
  name: 'confirmNotification',
  method: 'POST',
  path: '/api/notifications/{id}/confirm',
  access: 'signed-in',
  summary: 'Confirms that the caller has read a notification that asks for it.',
  params: idParams,
  status: 200,
  failures: [404, 409],
  reply: done,
});

/** Sent without a payload to admins when announcements or their confirmations have changed. */
export const announcementsEvent = 'announcements';
