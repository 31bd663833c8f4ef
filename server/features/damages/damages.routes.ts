import * as contract from '#contract/damages.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { createDamage, deleteDamage, listDamages, updateDamage } from './damages.service.ts';

export const damagesRoutes: Routes = (register, ctx) => {
  register(contract.listDamages, ({ user, query }) => listDamages(ctx, user, query));

  register(contract.createDamage, ({ body, actor, key }) => createDamage(ctx, body, actor, key));

  register(contract.updateDamage, ({ params, body, actor }) =>
    updateDamage(ctx, params.id, body, actor),
  );

  register(contract.deleteDamage, ({ params, actor }) => deleteDamage(ctx, params.id, actor));
};
