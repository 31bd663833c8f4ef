import type { Step } from './steps.ts';

/** Messages of the office with an audience and a time, and their confirmations. */
export const announcements: Step = {
  name: '030-announcements',
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
      created_at text not null
    ) ${strict}`,
    'create index announcements_waiting on announcements (send_at) where sent_at is null',
    'create index announcements_notification on announcements (notification_id) where notification_id is not null',
    'alter table notifications add column must_confirm integer not null default 0',
    'alter table notification_recipients add column must_confirm integer not null default 0',
    'alter table notification_recipients add column confirmed_at text',
    'create index notification_recipients_unconfirmed on notification_recipients (user_id) where must_confirm = 1 and confirmed_at is null',
  ],
};
