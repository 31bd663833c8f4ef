import * as contract from '#contract/damages.ts';
import { decodeCursor } from '../../platform/cursor.ts';
import type { Routes } from '../../platform/routes.ts';
import { createDamage, deleteDamage, listDamages, updateDamage } from './damages.service.ts';

export const damagesRoutes: Routes = (register, ctx) => {
  register(contract.listDamages, async ({ query, user, reply }) => {
    const before = decodeCursor(query.before);
    const { damages, next } = await listDamages(ctx.db, user, { ...query, before });
    if (next) reply.header('x-next-before', next);
    return damages;
  });

  register(contract.createDamage, ({ body, actor, key }) => createDamage(ctx, body, actor, key));

  register(contract.updateDamage, ({ params, body, actor }) =>
    updateDamage(ctx, params.id, body, actor),
  );

  register(contract.deleteDamage, ({ params, actor }) => deleteDamage(ctx, params.id, actor));
};
