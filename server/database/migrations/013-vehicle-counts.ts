import type { Step } from './steps.ts';

/**
 * Whether an inquiry's number of vehicles is the count of its VINs, which follows them, or was typed. Of earlier
 * inquiries the two can't be told apart when they agree.
 */
export const vehicleCounts: Step = {
  name: '013-vehicle-counts',
  up: () => [
    'alter table inquiries add column vehicles_counted integer not null default 0',
    `update inquiries set vehicles_counted = 1 where number_of_vehicles =
      (select count(*) from inquiry_vins where inquiry_vins.inquiry_id = inquiries.id)`,
  ],
};
