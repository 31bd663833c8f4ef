import * as contract from '#contract/duty.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { deleteDuty, listDuty, updateDuty } from './duty.service.ts';

export const dutyRoutes: Routes = (register, ctx) => {
  register(contract.listDuty, () => listDuty(ctx.db, ctx.now()));
  register(contract.updateDuty, ({ params, body, actor }) =>
    updateDuty(ctx, params.id, body, actor),
  );
  register(contract.deleteDuty, ({ params, actor }) => deleteDuty(ctx, params.id, actor));
};
