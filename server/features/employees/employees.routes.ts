import * as contract from '#contract/users.ts';
import { decodeCursor, sliceById } from '../../platform/cursor.ts';
import type { Routes } from '../../platform/routes.ts';
import {
  createEmployee,
  getOwnEmployee,
  listEmployees,
  updateDepartment,
  updateEmployee,
} from './employees.service.ts';

/** Employee records: admins edit all of them, everyone reads their own. */
export const employeesRoutes: Routes = (register, ctx) => {
  const { db } = ctx;

  register(contract.listEmployees, async ({ query, reply }) => {
    const all = await listEmployees(db);
    const before = decodeCursor(query.before);
    const { rows, next } = sliceById(all, query.limit, before, (row) => row.employee_id);
    if (next) reply.header('x-next-before', next);
    return rows;
  });

  register(contract.ownEmployee, ({ user }) => getOwnEmployee(db, user.userId));

  register(contract.createEmployee, ({ body, actor, key }) =>
    createEmployee(ctx, body, actor, key),
  );

  register(contract.updateEmployee, ({ params, body, actor }) =>
    updateEmployee(ctx, params.id, body, actor),
  );

  register(contract.updateDepartment, ({ body, actor }) => updateDepartment(ctx, body, actor));
};
