import * as contract from '#contract/damages.ts';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import { RawJson } from '../../platform/json-stream.ts';
import type { Routes } from '../../platform/routes.ts';
import {
  allDamages,
  createDamage,
  deleteDamage,
  listDamages,
  updateDamage,
} from './damages.service.ts';

export const damagesRoutes: Routes = (register, ctx) => {
  register(contract.listDamages, async ({ query, user, reply }) => {
    const { employee_id: employeeId, limit } = query;
    const asked = { user, employeeId, before: decodeCursor(query.before) };
    if (limit === undefined) return new RawJson(allDamages(ctx.db, asked));
    const { json, end } = await listDamages(ctx.db, asked, limit);
    if (end) reply.header('x-next-before', encodeCursor(end));
    return new RawJson(json);
  });

  register(contract.createDamage, ({ body, actor, key }) => createDamage(ctx, body, actor, key));

  register(contract.updateDamage, ({ params, body, actor }) =>
    updateDamage(ctx, params.id, body, actor),
  );

  register(contract.deleteDamage, ({ params, actor }) => deleteDamage(ctx, params.id, actor));
};
