import * as contract from '#contract/announcements.ts';
import type { Routes } from '../../platform/http/routes.ts';
import {
  createAnnouncement,
  deleteAnnouncement,
  listAnnouncements,
  listReaders,
  remind,
} from './announcements.service.ts';

/** Messages of the office to some or all people, with a time and confirmations. */
export const announcementsRoutes: Routes = (register, ctx) => {
  register(contract.listAnnouncements, () => listAnnouncements(ctx));

  register(contract.createAnnouncement, ({ body, actor, key }) =>
    createAnnouncement(ctx, body, actor, key),
  );

  register(contract.deleteAnnouncement, ({ params, actor }) =>
    deleteAnnouncement(ctx, params.id, actor),
  );

  register(contract.listAnnouncementReaders, ({ params }) => listReaders(ctx, params.id));

  register(contract.remindAnnouncement, ({ params, actor }) => remind(ctx, params.id, actor));
};
