import type { Step } from './steps.ts';

/** How often a settlement's PDF was begun to be read, and whether nothing could be read. */
export const settlementReadings: Step = {
  name: '040-settlement-readings',
  up: () => [
    'alter table document_revisions add column reading_attempts integer not null default 0',
    'alter table document_revisions add column unreadable integer not null default 0 check (unreadable in (0, 1))',
  ],
};
