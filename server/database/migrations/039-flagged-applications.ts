import type { Step } from './steps.ts';

/** Possible spam among the applications, as among the inquiries; both are thinned out while nobody looked at them. */
export const flaggedApplications: Step = {
  name: '039-flagged-applications',
  up: () => [
    'alter table applications add column flagged integer not null default 0 check (flagged in (0, 1))',
    'create index applications_flagged on applications (created_at, id) where flagged = 1 and opened_at is null',
    "create index inquiries_flagged on inquiries (created_at, id) where flagged = 1 and status = 'new' and version = 1",
  ],
};
