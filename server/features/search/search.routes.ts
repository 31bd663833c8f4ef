import * as contract from '#contract/search.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { searchPortal } from './search.service.ts';

export const searchRoutes: Routes = (register, ctx) => {
  register(contract.searchPortal, ({ user, query }) => searchPortal(ctx, user, query.q));
};
