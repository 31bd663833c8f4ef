import type { Step } from './steps.ts';

/** Indexes of what the badges count: every open page of the portal asks for them, often. */
export const badges: Step = {
  name: '008-badges',
  up: () => [
    "create index inquiries_new on inquiries (created_at) where status = 'new'",
    "create index documents_never_opened on documents (file_id) where kind = 'settlements' and opened_count = 0 and assigned_count > 0",
  ],
};
