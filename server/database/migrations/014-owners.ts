import type { Step } from './steps.ts';

/** Finds the inquiries of an admin who leaves the office, and takes those of who has left. */
export const owners: Step = {
  name: '014-owners',
  up: () => [
    'create index inquiries_owner on inquiries (owner_id) where owner_id is not null',
    `update inquiries set owner_id = null where owner_id in (
      select user_id from users where closed_at is not null or user_role <> 'admin')`,
  ],
};
