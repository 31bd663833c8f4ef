import type { Badges } from '#contract/portal.ts';
import type { AuthUser } from '../../platform/access.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { countNewApplications } from '../applications/applications.service.ts';
import {
  neverOpenedSettlements,
  outstandingDocuments,
  submissionsToReview,
} from '../documents/documents.service.ts';
import { countNewInquiries } from '../inquiries/inquiries.service.ts';
import { unreadNotices } from '../notifications/notifications.service.ts';
import { waitingOrders } from '../store/orders.service.ts';
import { testimonialsToApprove } from '../testimonials/testimonials.service.ts';
import { countUnsentMail } from '../unsent-mail/unsent-mail.service.ts';
import { isPasswordChangeDue } from '../users/users.service.ts';

/** Returns the user's badge counts; the office's counts are 0 for employees. */
export async function getBadges({ db, now }: AppContext, user: AuthUser): Promise<Badges> {
  const own = {
    unread_notices: await unreadNotices(db, user.userId),
    ...(await outstandingDocuments(db, user.userId)),
    ...(await waitingOrders(db, user)),
    password_to_change: Number(await isPasswordChangeDue(db, user.userId)),
  };
  if (user.role !== 'admin') {
    return {
      ...own,
      new_inquiries: 0,
      overdue_inquiries: 0,
      new_applications: 0,
      submissions_to_review: 0,
      never_opened_settlements: 0,
      testimonials_to_approve: 0,
      unsent_mail: 0,
    };
  }
  return {
    ...own,
    ...(await countNewInquiries(db, now())),
    new_applications: await countNewApplications(db),
    submissions_to_review: await submissionsToReview(db),
    never_opened_settlements: await neverOpenedSettlements(db),
    testimonials_to_approve: await testimonialsToApprove(db),
    unsent_mail: await countUnsentMail(db),
  };
}
