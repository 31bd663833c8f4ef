import * as contract from '#contract/notifications.ts';
import type { Routes } from '../../platform/routes.ts';
import { mailEverybody, readNotice, readNotices, sendNotice } from './notifications.service.ts';

/** Notices: sent by an admin to everybody, read by each alone. */
export const notificationsRoutes: Routes = (register, ground) => {
  register(contract.listNotifications, async ({ query, user }) => ({
    notifications: await readNotices(ground.db, user.userId, query.unread === 'true'),
  }));

  register(contract.sendNotification, ({ body, user, ip, key }) =>
    sendNotice(ground, body.message, { userId: user.userId, ip, key }),
  );

  register(contract.sendEmail, ({ body, user, ip, key }) =>
    mailEverybody(ground, body, { userId: user.userId, ip, key }),
  );

  register(contract.markAsRead, ({ body, user, ip }) =>
    readNotice(ground, body.notification_id, { userId: user.userId, ip }),
  );
};
