import { confirmNotification as confirmEndpoint } from '#contract/announcements.ts';
import * as settings from '#contract/notification-settings.ts';
import * as contract from '#contract/notifications.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { getNotificationSettings, updateSettings } from './notification-settings.service.ts';
import {
  confirmNotification,
  createNotification,
  listNotifications,
  mailAllUsers,
  markAllRead,
  markRead,
} from './notifications.service.ts';

/** Notifications that admins send to everyone or events raise; each user reads them alone. */
export const notificationsRoutes: Routes = (register, ctx) => {
  register(contract.listNotifications, ({ user, query }) => ({
    notifications: listNotifications(ctx, user, query),
  }));

  register(contract.sendNotification, ({ body, actor, key }) =>
    createNotification(ctx, body.message, actor, key),
  );

  register(contract.sendEmail, ({ body, actor, key }) => mailAllUsers(ctx, body, actor, key));

  register(contract.markAllAsRead, ({ body, actor }) => {
    const which = { upTo: body.up_to ?? undefined, ids: body.notification_ids };
    return markAllRead(ctx, which, actor);
  });

  register(settings.getNotificationSettings, ({ user }) => getNotificationSettings(ctx.db, user));

  register(settings.updateNotificationSettings, ({ body, user, actor }) =>
    updateSettings(ctx, body, user.role, actor),
  );

  register(confirmEndpoint, ({ params, actor }) => confirmNotification(ctx, params.id, actor));

  register(contract.markAsRead, ({ body, actor }) => markRead(ctx, body.notification_id, actor));
};
