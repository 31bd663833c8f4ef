import { isDriverPosition } from '#contract/company/driver-file-kinds.ts';
import type { Badges } from '#contract/portal.ts';
import { dayAfter, today } from '#contract/rules/dates.ts';
import type { Db } from '../../database/open.ts';
import type { AuthUser } from '../../platform/accounts/access.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { countNewApplications } from '../applications/applications.service.ts';
import { countOverdueClaims, overdueDays } from '../claims/claims.service.ts';
import {
  countNeverOpenedSettlements,
  countOutstanding,
  countToReview,
  countToSendAgain,
} from '../documents/documents.service.ts';
import {
  countExpired,
  countToCheck,
  countToRenew,
  missingOf,
  renewalDay,
} from '../driver-file/driver-file.service.ts';
import {
  countNewInquiries,
  countOverdueInquiries,
  countUnreadInquiries,
} from '../inquiries/inquiries.service.ts';
import {
  countUnconfirmedNotifications,
  countUnreadNotifications,
} from '../notifications/notifications.service.ts';
import { countFilesToPublish } from '../settlement-drops/settlement-drops.service.ts';
import {
  countOpenQuestions,
  countUnreadAnswers,
} from '../settlement-questions/settlement-questions.service.ts';
import { countOpenOrders, countReadyOrders } from '../store/orders.service.ts';
import { countWaitingTestimonials } from '../testimonials/testimonials.service.ts';
import { countTimeOffRequests } from '../time-off/time-off.service.ts';
import { countUnsentMail } from '../unsent-mail/unsent-mail.service.ts';
import { countPasswordChangeDue } from '../users/users.service.ts';
import { selectBeside } from './portal.queries.ts';

function ownCounts(db: Db, userId: number, now: Date) {
  return {
    forms_to_send_again: countToSendAgain(db, userId),
    unread_notices: countUnreadNotifications(db, userId),
    unconfirmed_notices: countUnconfirmedNotifications(db, userId),
    ready_orders: countReadyOrders(db, userId),
    driver_documents_to_renew: countToRenew(db, userId, renewalDay(now)),
    ...missingOf(db, userId),
    password_to_change: countPasswordChangeDue(db, userId),
    answered_questions: countUnreadAnswers(db, userId),
  };
}

function officeCounts(db: Db, now: Date) {
  const day = today(now);
  return {
    new_inquiries: countNewInquiries(db),
    overdue_inquiries: countOverdueInquiries(db, now),
    unread_inquiries: countUnreadInquiries(db),
    overdue_claims: countOverdueClaims(db, overdueDays(day)),
    expired_driver_documents: countExpired(db, dayAfter(day, -1)),
    drop_files_to_publish: countFilesToPublish(db),
    new_applications: countNewApplications(db),
    submissions_to_review: countToReview(db),
    driver_documents_to_check: countToCheck(db),
    never_opened_settlements: countNeverOpenedSettlements(db),
    open_orders: countOpenOrders(db),
    open_questions: countOpenQuestions(db),
    testimonials_to_approve: countWaitingTestimonials(db),
    time_off_requests: countTimeOffRequests(db),
    unsent_mail: countUnsentMail(db),
  };
}

const noOfficeCounts: Record<keyof ReturnType<typeof officeCounts>, number> = {
  new_inquiries: 0,
  overdue_inquiries: 0,
  unread_inquiries: 0,
  overdue_claims: 0,
  expired_driver_documents: 0,
  drop_files_to_publish: 0,
  new_applications: 0,
  submissions_to_review: 0,
  driver_documents_to_check: 0,
  never_opened_settlements: 0,
  open_orders: 0,
  open_questions: 0,
  testimonials_to_approve: 0,
  time_off_requests: 0,
  unsent_mail: 0,
};

/** Returns the user's badge counts; the office's counts are 0 for employees. Every open page calls it: one statement. */
export async function getBadges({ db, now }: AppContext, user: AuthUser): Promise<Badges> {
  const outstanding = countOutstanding(db, user.userId);
  const own = ownCounts(db, user.userId, now());
  const office = user.role === 'admin' ? officeCounts(db, now()) : {};
  const { driver_position: position, ...counts } = await selectBeside(outstanding, {
    ...own,
    ...office,
  });
  const needsFile = position !== null && isDriverPosition(position);
  return {
    ...noOfficeCounts,
    ...counts,
    driver_documents_missing: needsFile ? counts.driver_documents_missing : 0,
  };
}
