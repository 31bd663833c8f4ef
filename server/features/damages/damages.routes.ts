import * as contract from '#contract/damages.ts';
import { decodeCursor } from '../../platform/cursor.ts';
import type { Routes } from '../../platform/routes.ts';
import { addDamage, dropDamage, readDamages, reviseDamage } from './damages.service.ts';

/** The damages report: kept by admins, an employee reads the own ones. */
export const damagesRoutes: Routes = (register, ground) => {
  register(contract.listDamages, async ({ query, user, reply }) => {
    const { damages, next } = await readDamages(ground.db, user, {
      employeeId: query.employee_id,
      limit: query.limit,
      before: decodeCursor(query.before),
    });
    if (next) reply.header('x-next-before', next);
    return damages;
  });

  register(contract.createDamage, ({ body, user, ip, key }) =>
    addDamage(ground, body, { userId: user.userId, ip }, key),
  );

  register(contract.updateDamage, ({ params, body, user, ip }) =>
    reviseDamage(ground, params.id, body, { userId: user.userId, ip }),
  );

  register(contract.deleteDamage, ({ params, user, ip }) =>
    dropDamage(ground, params.id, { userId: user.userId, ip }),
  );
};
