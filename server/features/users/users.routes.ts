import * as contract from '#contract/users.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { listUsers } from './users.service.ts';
import { closeUser, createUser, updateUser } from './users-writing.service.ts';

/** Accounts: admins manage them; employees see the names of the admins. */
export const usersRoutes: Routes = (register, ctx) => {
  register(contract.listUsers, ({ user }) => listUsers(ctx, user));

  register(contract.createUser, ({ body, actor, key }) => createUser(ctx, body, actor, key));

  register(contract.updateUser, ({ params, body, actor }) =>
    updateUser(ctx, params.id, body, actor),
  );

  register(contract.closeUser, ({ params, actor }) => closeUser(ctx, params.id, actor));
};
