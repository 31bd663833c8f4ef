import type { Step } from './steps.ts';

/** What a waiting mail says of a record: it is stopped when that no longer holds. */
export const mailReasons: Step = {
  name: '009-mail-reasons',
  up: () => [
    'alter table outbox add column reason text',
    'alter table outbox add column reason_id integer',
    'create index outbox_reason on outbox (reason_id, reason) where reason is not null',
  ],
};
