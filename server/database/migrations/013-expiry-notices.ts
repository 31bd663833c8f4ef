import type { Step } from './steps.ts';

/**
 * When somebody was told that a quote expired. And whether an inquiry's number of vehicles is the count of its VINs,
 * which follows them, or was typed. Of earlier inquiries the two can't be told apart when they agree.
 */
export const expiryNotices: Step = {
  name: '013-expiry-notices',
  up: () => [
    'alter table quotes add column expiry_noticed_at text',
    `create index quotes_expiring on quotes (valid_until)
      where status = 'sent' and expiry_noticed_at is null`,
    'alter table inquiries add column vehicles_counted integer not null default 0',
    `update inquiries set vehicles_counted = 1 where number_of_vehicles =
      (select count(*) from inquiry_vins where inquiry_vins.inquiry_id = inquiries.id)`,
  ],
};
