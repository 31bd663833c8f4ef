import * as contract from '#contract/push.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { subscribe, unsubscribe } from './push.service.ts';

/** Browsers that get pushes while no page is open. */
export const pushRoutes: Routes = (register, ctx) => {
  register(contract.pushKey, async () => ({ key: ctx.push.publicKey }));
  register(contract.subscribePush, ({ body, user, actor }) =>
    subscribe(ctx, body, actor, user.jti),
  );
  register(contract.unsubscribePush, ({ body }) => unsubscribe(ctx, body.endpoint));
};
