import * as contract from '#contract/second-factors.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { replaceRecoveryCodes, resetSecondFactors } from './second-factors.service.ts';

/** Recovery codes, and the reset by an admin after a lost phone. */
export const secondFactorsRoutes: Routes = (register, ctx) => {
  register(contract.createRecoveryCodes, ({ body, actor }) =>
    replaceRecoveryCodes(ctx, body, actor),
  );
  register(contract.resetSecondFactors, ({ params, actor }) =>
    resetSecondFactors(ctx, params.id, actor),
  );
};
