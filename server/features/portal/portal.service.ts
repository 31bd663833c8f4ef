import { type Badges, badgesEvent } from '#contract/portal.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Ground } from '../../platform/ground.ts';
import type { SignedIn } from '../../platform/signed-in.ts';
import { countApplicationsAfter } from '../applications/applications.service.ts';
import { submissionsToReview, unopenedDocuments } from '../documents/documents.service.ts';
import { countNewInquiries } from '../inquiries/inquiries.service.ts';
import { unreadNotices } from '../notifications/notifications.service.ts';
import { waitingOrders } from '../store/orders.service.ts';
import { testimonialsToApprove } from '../testimonials/testimonials.service.ts';
import { noteSeen, selectSeen } from './portal.queries.ts';

/** The room whose visits are noted. */
const applications = 'applications';

/** What waits for the caller; an employee is told nothing of the office's. */
export async function readBadges({ db }: Ground, user: SignedIn): Promise<Badges> {
  const own = {
    unread_notices: await unreadNotices(db, user.userId),
    ...(await unopenedDocuments(db, user.userId)),
    ...(await waitingOrders(db, user)),
  };
  if (user.role !== 'admin') {
    return {
      ...own,
      new_inquiries: 0,
      new_applications: 0,
      submissions_to_review: 0,
      testimonials_to_approve: 0,
    };
  }
  const seen = await selectSeen(db, user.userId, applications);
  return {
    ...own,
    new_inquiries: await countNewInquiries(db),
    new_applications: await countApplicationsAfter(db, seen),
    submissions_to_review: await submissionsToReview(db),
    testimonials_to_approve: await testimonialsToApprove(db),
  };
}

/** From now on the applications so far are no longer new to that admin, on none of their pages. */
export async function seeApplications(
  ground: Ground,
  by: { userId: number; ip: string },
): Promise<void> {
  const now = ground.now();
  await ground.db.transaction().execute(async (tx) => {
    await noteSeen(tx, by.userId, applications, now.toISOString());
    await recordAudit(tx, now, { ...by, action: 'applications.open' });
  });
  ground.realtime.toUsers([by.userId], badgesEvent);
}
