import type { Step } from './steps.ts';

/** Indexes for a person's badges, which would otherwise read all documents that the person ever got. */
export const badgesOfManyDocuments: Step = {
  name: '025-badges-of-many-documents',
  up: () => [
    'create index document_assignments_missing on document_assignments (user_id, file_id, opened) where removed_at is null and missing = 1',
    'create index document_assignments_returned on document_assignments (user_id, assignment_id) where removed_at is null and last_version > 0',
  ],
};
