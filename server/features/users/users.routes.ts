import type { ReplyOf } from '#contract/endpoint.ts';
import * as contract from '#contract/users.ts';
import { decodeCursor, sliceById } from '../../platform/cursor.ts';
import type { Routes } from '../../platform/routes.ts';
import { listUsers } from './users.service.ts';
import { closeUser, createUser, updateUser } from './users-writing.service.ts';

/** Accounts: admins manage them; employees see the names of the admins. */
export const usersRoutes: Routes = (register, ctx) => {
  register(contract.listUsers, async ({ query, user, reply }) => {
    // Admins get other fields than employees; each row has its id.
    const all: ReplyOf<typeof contract.listUsers>[number][] = await listUsers(
      ctx.db,
      user.role,
      ctx.now(),
    );
    const before = decodeCursor(query.before);
    const { rows, next } = sliceById(all, query.limit, before, (row) => row.user_id);
    if (next) reply.header('x-next-before', next);
    return rows as ReplyOf<typeof contract.listUsers>;
  });

  register(contract.createUser, ({ body, actor, key }) => createUser(ctx, body, actor, key));

  register(contract.updateUser, ({ params, body, actor }) =>
    updateUser(ctx, params.id, body, actor),
  );

  register(contract.closeUser, ({ params, actor }) => closeUser(ctx, params.id, actor));
};
