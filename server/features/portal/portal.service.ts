import { overdueSince } from '#contract/business-days.ts';
import { dayAfter, today } from '#contract/dates.ts';
import type { Badges } from '#contract/portal.ts';
import type { Db, Engine } from '../../database/open.ts';
import type { AuthUser } from '../../platform/access.ts';
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
  renewalDay,
} from '../driver-file/driver-file.service.ts';
import { countNewInquiries } from '../inquiries/inquiries.service.ts';
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

interface BadgesOf {
  userId: number;
  overdueBy: string | undefined;
  /** The last day of documents that are due. */
  renewBy: string;
  /** The last day of documents that have expired. */
  expiredBy: string;
  acknowledgeBefore: string;
  decideBefore: string;
}

/** Every open page calls it: one statement per role, with `overdueBy` the office's. */
function selectBadges(db: Db, engine: Engine, values: BadgesOf) {
  const { userId, overdueBy, renewBy, expiredBy } = values;
  const own = countOutstanding(db, userId).select([
    countToSendAgain(db, userId).as('forms_to_send_again'),
    countUnreadNotifications(db, userId).as('unread_notices'),
    countUnconfirmedNotifications(db, userId).as('unconfirmed_notices'),
    countReadyOrders(db, userId).as('ready_orders'),
    countToRenew(db, userId, renewBy).as('driver_documents_to_renew'),
    countPasswordChangeDue(db, userId).as('password_to_change'),
    countUnreadAnswers(db, userId).as('answered_questions'),
  ]);
  if (overdueBy === undefined) return own;
  return own.select([
    countNewInquiries(db).as('new_inquiries'),
    countNewInquiries(db, overdueBy).as('overdue_inquiries'),
    countOverdueClaims(db, {
      acknowledge: values.acknowledgeBefore,
      decide: values.decideBefore,
    }).as('overdue_claims'),
    countExpired(db, expiredBy).as('expired_driver_documents'),
    countFilesToPublish(db).as('drop_files_to_publish'),
    countNewApplications(engine).as('new_applications'),
    countToReview(db).as('submissions_to_review'),
    countToCheck(db).as('driver_documents_to_check'),
    countNeverOpenedSettlements(engine).as('never_opened_settlements'),
    countOpenOrders(db).as('open_orders'),
    countOpenQuestions(db).as('open_questions'),
    countWaitingTestimonials(db).as('testimonials_to_approve'),
    countTimeOffRequests(db).as('time_off_requests'),
    countUnsentMail(db).as('unsent_mail'),
  ]);
}

/** Returns the user's badge counts; the office's counts are 0 for employees. */
export async function getBadges({ db, engine, now }: AppContext, user: AuthUser): Promise<Badges> {
  const overdueBy = user.role === 'admin' ? overdueSince(now()).toISOString() : undefined;
  const day = today(now());
  const overdue = overdueDays(day);
  const counts = await selectBadges(db, engine, {
    ...{ userId: user.userId, overdueBy, renewBy: renewalDay(now()) },
    expiredBy: dayAfter(day, -1),
    acknowledgeBefore: overdue.acknowledge,
    decideBefore: overdue.decide,
  }).executeTakeFirstOrThrow();
  return {
    new_inquiries: 0,
    overdue_inquiries: 0,
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
    ...counts,
  };
}
