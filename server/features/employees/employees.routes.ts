import * as contract from '#contract/users.ts';
import type { Routes } from '../../platform/http/routes.ts';
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

  register(contract.listEmployees, () => listEmployees(ctx));

  register(contract.ownEmployee, ({ user }) => getOwnEmployee(db, user.userId));

  register(contract.createEmployee, ({ body, actor, key }) =>
    createEmployee(ctx, body, actor, key),
  );

  register(contract.updateEmployee, ({ params, body, actor }) =>
    updateEmployee(ctx, params.id, body, actor),
  );

  register(contract.updateDepartment, ({ body, actor }) => updateDepartment(ctx, body, actor));
};
