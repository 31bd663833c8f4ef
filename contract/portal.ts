import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** What waits for the caller, as counts; 0 for what the role does not see. */
const counts = z.object({
  unread_notices: z.int(),
  /** Inquiries with the status `new`. */
  new_inquiries: z.int(),
  /** Those of them that have waited for more than one business day. */
  overdue_inquiries: z.int(),
  /** Applications that no admin has opened yet. */
  new_applications: z.int(),
  /** Documents of that kind that the caller was given and has not opened as they are now. */
  unopened_training: z.int(),
  unopened_settlements: z.int(),
  unopened_reports: z.int(),
  unopened_employee_files: z.int(),
  /** Documents of that kind that the caller opened and still has to confirm. */
  unconfirmed_training: z.int(),
  unconfirmed_settlements: z.int(),
  unconfirmed_reports: z.int(),
  unconfirmed_employee_files: z.int(),
  /** The caller's forms whose latest version was rejected. */
  forms_to_send_again: z.int(),
  /** Versions sent back that no admin has judged yet. */
  submissions_to_review: z.int(),
  /** Settlements that were handed out and that nobody has opened. */
  never_opened_settlements: z.int(),
  /** Orders of the store that no admin has set ready yet. */
  open_orders: z.int(),
  /** The caller's own orders that can be fetched. */
  ready_orders: z.int(),
  /** Testimonials that wait for an admin's word. */
  testimonials_to_approve: z.int(),
  /** Mails that could not be sent. */
  unsent_mail: z.int(),
});
export type Badges = z.output<typeof counts>;

/** What the server sends, empty, to open pages whose counts may have changed: they ask again. */
export const badgesEvent = 'badges';

/** Counts of the rail, the header and the home page. */
export const badges = endpoint({
  name: 'badges',
  method: 'GET',
  path: '/api/badges',
  access: 'signed-in',
  summary:
    'What waits for the caller: unread notices, documents to open or to confirm, forms to send again; for admins new and overdue inquiries, new applications, forms to review, settlements that nobody has opened, orders, testimonials, unsent mail.',
  status: 200,
  reply: counts,
});
