import * as contract from '#contract/portal.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { getBadges } from './portal.service.ts';

export const portalRoutes: Routes = (register, ctx) => {
  register(contract.badges, ({ user }) => getBadges(ctx, user));
};
