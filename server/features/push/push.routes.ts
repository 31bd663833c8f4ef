import * as contract from '#contract/push.ts';
import type { Routes } from '../../platform/routes.ts';
import { subscribe, unsubscribe } from './push.service.ts';

/** Browsers that are told when no page is open. */
export const pushRoutes: Routes = (register, ground) => {
  register(contract.pushKey, async () => ({ key: ground.push.publicKey }));
  register(contract.subscribePush, ({ body, user }) => subscribe(ground, body, user));
  register(contract.unsubscribePush, ({ body }) => unsubscribe(ground, body.endpoint));
};
