import type { Step } from './steps.ts';

/** What notices and mails are about and who gets them, so that both can be withdrawn; an index of messages by time. */
export const withdrawnNotices: Step = {
  name: '035-withdrawn-notices',
  up: () => [
    'alter table notifications add column is_office integer not null default 0 check (is_office in (0, 1))',
    'create index notifications_link on notifications (link) where link is not null',
    'alter table outbox add column user_id integer references users (user_id)',
    'alter table outbox add column link text',
    'create index outbox_link on outbox (link) where link is not null',
    // Retention looks for the oldest.
    'create index messages_sent_at on messages (sent_at)',
  ],
};
