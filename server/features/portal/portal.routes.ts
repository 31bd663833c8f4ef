import * as contract from '#contract/portal.ts';
import type { Routes } from '../../platform/routes.ts';
import { readBadges, seeApplications } from './portal.service.ts';

/** The counts on the portal's frame. */
export const portalRoutes: Routes = (register, ground) => {
  register(contract.badges, ({ user }) => readBadges(ground, user));

  register(contract.seeApplications, async ({ user, ip }) => {
    await seeApplications(ground, { userId: user.userId, ip });
    return undefined;
  });
};
