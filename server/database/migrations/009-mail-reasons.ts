import type { Step } from './steps.ts';

/** What a waiting mail says of a record: it is stopped when that no longer holds. */
export const mailReasons: Step = {
  name: '009-mail-reasons',
  up: () => [
    'alter table outbox add column reason text',
    'alter table outbox add column reason_id integer',
    // Those of the former release that wait.
    `update outbox set reason = 'stage', reason_id =
        cast(replace(replace(link, '/applications?application=', ''), '#stage', '') as integer)
      where sent_at is null and link like '/applications?application=%#stage'`,
    'create index outbox_reason on outbox (reason_id, reason) where reason is not null',
  ],
};
