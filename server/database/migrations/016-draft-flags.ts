import type { Step } from './steps.ts';

/** Applications begun in two minutes that may be spam: the office sees it, and the oldest make room. */
export const draftFlags: Step = {
  name: '016-draft-flags',
  up: () => [
    `alter table application_drafts add column flagged integer not null default 0
      check (flagged in (0, 1))`,
    `create index application_drafts_flagged on application_drafts (created_at, id)
      where flagged = 1`,
  ],
};
