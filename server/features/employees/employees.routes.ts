import { users as say } from '#contract/messages/people.ts';
import * as contract from '#contract/users.ts';
import { decodeCursor, sliceById } from '../../platform/cursor.ts';
import { once } from '../../platform/replays.ts';
import type { Routes } from '../../platform/routes.ts';
import {
  createEmployee,
  readEmployees,
  readOwnEmployee,
  reviseEmployee,
} from './employees.service.ts';

/** Records of the staff: kept by admins, the own one read by everybody signed in. */
export const employeesRoutes: Routes = (register, ground) => {
  const { db, engine } = ground;

  register(contract.listEmployees, async ({ query, reply }) => {
    const all = await readEmployees(db);
    const before = decodeCursor(query.before);
    const { rows, next } = sliceById(all, query.limit, before, (row) => row.employee_id);
    if (next) reply.header('x-next-before', next);
    return rows;
  });

  register(contract.ownEmployee, ({ user }) => readOwnEmployee(db, user.userId));

  register(contract.createEmployee, async ({ body, user, ip, key }) => {
    const now = ground.now();
    const { reply } = await once(
      db,
      now,
      { caller: `user ${user.userId}`, call: 'createEmployee', key, body, status: 201 },
      async (tx) => ({
        message: say.employeeAdded,
        employee_id: await createEmployee(tx, engine, body, { userId: user.userId, ip, now }),
      }),
    );
    return reply;
  });

  register(contract.updateEmployee, async ({ params, body, user, ip }) => {
    await reviseEmployee(ground, params.id, body, { userId: user.userId, ip });
    return { message: say.employeeUpdated };
  });
};
