import * as contract from '#contract/announcements.ts';
import { decodeCursor } from '../../platform/cursor.ts';
import type { Routes } from '../../platform/routes.ts';
import {
  createAnnouncement,
  deleteAnnouncement,
  listAnnouncements,
  listReaders,
  remind,
} from './announcements.service.ts';

/** Messages of the office to some or all people, with a time and confirmations. */
export const announcementsRoutes: Routes = (register, ctx) => {
  register(contract.listAnnouncements, async ({ query: { limit, before }, reply }) => {
    const asked = { limit, before: decodeCursor(before) };
    const { announcements, next } = await listAnnouncements(ctx.db, asked);
    if (next) reply.header('x-next-before', next);
    return announcements;
  });

  register(contract.createAnnouncement, ({ body, actor, key }) =>
    createAnnouncement(ctx, body, actor, key),
  );

  register(contract.deleteAnnouncement, ({ params, actor }) =>
    deleteAnnouncement(ctx, params.id, actor),
  );

  register(contract.listAnnouncementReaders, ({ params }) => listReaders(ctx, params.id));

  register(contract.remindAnnouncement, ({ params, actor }) => remind(ctx, params.id, actor));
};
