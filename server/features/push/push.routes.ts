import * as contract from '#contract/push.ts';
import type { Routes } from '../../platform/routes.ts';

/** Browsers that are told when no page is open. */
export const pushRoutes: Routes = (register) => {
  const later = () => {
    throw new Error('not built yet');
  };
  register(contract.pushKey, later);
  register(contract.subscribePush, later);
  register(contract.unsubscribePush, later);
};
