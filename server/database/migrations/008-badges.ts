import type { Step } from './steps.ts';

/** Indexes for the badge counts, which every open portal page requests often. */
export const badges: Step = {
  name: '008-badges',
  up: () => [
    "create index inquiries_new on inquiries (created_at) where status = 'new'",
    "create index documents_never_opened on documents (file_id) where kind = 'settlements' and opened_count = 0 and assigned_count > 0",
  ],
};
