import type { Badges } from '#contract/portal.ts';

/** What a count on a room is of, as it is read after the number. */
export const badgeWords: Record<keyof Badges, string> = {
  unread_notices: 'unread notices',
  new_inquiries: 'new',
  new_applications: 'new',
  unopened_training: 'to open',
  unopened_settlements: 'to open',
  unopened_reports: 'to open',
  unopened_employee_files: 'to open',
  submissions_to_review: 'to judge',
  open_orders: 'open',
  ready_orders: 'to fetch',
  testimonials_to_approve: 'to approve',
};
