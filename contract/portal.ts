import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** What waits for the caller, as counts; 0 for what the role does not see. */
const counts = z.object({
  unread_notices: z.int(),
  /** Inquiries with the status `new`. */
  new_inquiries: z.int(),
  /** Applications that came after this admin last opened their list. */
  new_applications: z.int(),
  /** Documents of that kind that the caller was given and has not opened as they are now. */
  unopened_training: z.int(),
  unopened_settlements: z.int(),
  unopened_reports: z.int(),
  unopened_employee_files: z.int(),
  /** Versions sent back that no admin has judged yet. */
  submissions_to_review: z.int(),
  /** Orders of the store that no admin has set ready yet. */
  open_orders: z.int(),
  /** The caller's own orders that can be fetched. */
  ready_orders: z.int(),
  /** Testimonials that wait for an admin's word. */
  testimonials_to_approve: z.int(),
});
export type Badges = z.output<typeof counts>;

/** What the server sends, empty, to open pages whose counts may have changed: they ask again. */
export const badgesEvent = 'badges';

/** Counts of the rail and the header. */
export const badges = endpoint({
  name: 'badges',
  method: 'GET',
  path: '/api/badges',
  access: 'signed-in',
  summary:
    'What waits for the caller: unread notices, documents not yet opened; for admins new inquiries, applications not yet looked at, versions to judge, orders, testimonials.',
  status: 200,
  reply: counts,
});

/** Says that the caller has looked at the applications. */
export const seeApplications = endpoint({
  name: 'seeApplications',
  method: 'POST',
  path: '/api/applications/seen',
  access: 'admin',
  summary: 'The applications so far are no longer new to the caller.',
  status: 204,
});
