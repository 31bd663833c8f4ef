import * as z from 'zod/mini';
import { endpoint } from './wire/endpoint.ts';

/** Items that need the caller's attention; 0 where the role has no access. */
const counts = z.object({
  unread_notices: z.int(),
  /** Notifications that the caller is asked to confirm. */
  unconfirmed_notices: z.int(),
  /** Inquiries with the status `new`. */
  new_inquiries: z.int(),
  /** Inquiries whose first reply or next step is overdue. */
  overdue_inquiries: z.int(),
  /** Inquiries with messages of their senders that no admin has seen. */
  unread_inquiries: z.int(),
  /** Claims with a clock that has run out. */
  overdue_claims: z.int(),
  /** Documents in force of driver files that have expired. */
  expired_driver_documents: z.int(),
  /** Files of settlement drops that no driver sees yet. */
  drop_files_to_publish: z.int(),
  /** Applications that no admin has opened. */
  new_applications: z.int(),
  /** The caller's documents of that kind whose current revision is unopened. */
  unopened_training: z.int(),
  unopened_settlements: z.int(),
  unopened_reports: z.int(),
  unopened_employee_files: z.int(),
  /** The caller's documents of that kind that are opened but not confirmed. */
  unconfirmed_training: z.int(),
  unconfirmed_settlements: z.int(),
  unconfirmed_reports: z.int(),
  unconfirmed_employee_files: z.int(),
  /** The caller's forms whose latest version was rejected. */
  forms_to_send_again: z.int(),
  /** Returned versions that no admin has reviewed. */
  submissions_to_review: z.int(),
  /** Unchecked documents of driver files. */
  driver_documents_to_check: z.int(),
  /** The caller's documents that expire within 90 days or have expired, without a newer one that waits. */
  driver_documents_to_renew: z.int(),
  /** Documents of the caller's driver file that they bring themselves and haven't yet. */
  driver_documents_missing: z.int(),
  /** Settlements that no recipient has opened. */
  never_opened_settlements: z.int(),
  /** Questions about settlements that wait for the office. */
  open_questions: z.int(),
  /** The caller's own questions with an unread answer. */
  answered_questions: z.int(),
  /** Store orders that no admin has marked ready. */
  open_orders: z.int(),
  /** The caller's orders that are ready to pick up. */
  ready_orders: z.int(),
  /** Testimonials to approve or decline. */
  testimonials_to_approve: z.int(),
  /** Time-off requests to approve or decline. */
  time_off_requests: z.int(),
  /** Mails that could not be sent. */
  unsent_mail: z.int(),
  /** 1: someone else chose the caller's password. */
  password_to_change: z.int(),
});
export type Badges = z.output<typeof counts>;

/** Sent without a payload when counts may have changed; open pages reload them. */
export const badgesEvent = 'badges';

/** Counts of the navigation, the header and the home page. */
export const badges = endpoint({
  name: 'badges',
  method: 'GET',
  path: '/api/badges',
  access: 'signed-in',
  summary:
    'Counts what needs the caller: unread notifications, documents to open or confirm, forms to send again, driver documents to hand in or renew; for admins also new, overdue and unread inquiries, overdue claims, expired driver documents, settlements to publish, new applications, forms to review, driver documents to check, unopened settlements, orders, testimonials, time-off requests and unsent mail; 1 in `password_to_change` when someone else chose the password.',
  status: 200,
  reply: counts,
});
