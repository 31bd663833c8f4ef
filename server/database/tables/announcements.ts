import type { Generated } from 'kysely';
import type { Schema } from '../migrations/steps.ts';

/** A message of the office, sent or planned. */
export interface AnnouncementsTable {
  announcement_id: Generated<number>;
  message: string;
  /** '' for every department, every position. */
  department: string;
  position: string;
  /** JSON list; empty: by department and position. */
  user_ids: string;
  must_confirm: 0 | 1;
  is_safety: 0 | 1;
  send_at: string;
  /** Null until it is sent. */
  sent_at: string | null;
  sender_id: number;
  /** What was sent; null before, and after it was deleted. */
  notification_id: number | null;
  created_at: string;
  /** When those who had not confirmed it were reminded last. */
  reminded_at: Generated<string | null>;
  /** '' for none. */
  message_es: Generated<string>;
  /** What was sent to those who read Spanish, if others got `notification_id`. */
  spanish_notification_id: Generated<number | null>;
}

export const announcementsSchema: Schema = {
  up: ({ id, strict }) => [
    `create table announcements (
      announcement_id ${id},
      message text not null,
      department text not null,
      position text not null,
      user_ids text not null,
      must_confirm integer not null check (must_confirm in (0, 1)),
      is_safety integer not null check (is_safety in (0, 1)),
      send_at text not null,
      sent_at text,
      sender_id integer not null references users (user_id),
      notification_id integer references notifications (notification_id) on delete set null,
      created_at text not null,
      reminded_at text
    ) ${strict}`,
    'create index announcements_waiting on announcements (send_at) where sent_at is null',
    'create index announcements_notification on announcements (notification_id) where notification_id is not null',
  ],
};
