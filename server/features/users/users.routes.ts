import type { ReplyOf } from '#contract/endpoint.ts';
import { users as say } from '#contract/messages/people.ts';
import * as contract from '#contract/users.ts';
import { decodeCursor, sliceById } from '../../platform/cursor.ts';
import { once } from '../../platform/replays.ts';
import type { Routes } from '../../platform/routes.ts';
import { createAccount, readUsers } from './users.service.ts';
import { closeUser, reviseUser } from './users-change.ts';

/** Accounts: kept by admins; an employee is told who the admins are. */
export const usersRoutes: Routes = (register, ground) => {
  register(contract.listUsers, async ({ query, user, reply }) => {
    // One shape for an admin, another for an employee; each row has its id.
    const all: ReplyOf<typeof contract.listUsers>[number][] = await readUsers(ground.db, user.role);
    const before = decodeCursor(query.before);
    const { rows, next } = sliceById(all, query.limit, before, (row) => row.user_id);
    if (next) reply.header('x-next-before', next);
    return rows as ReplyOf<typeof contract.listUsers>;
  });

  register(contract.createUser, async ({ body, user, ip, key }) => {
    const { password, ...account } = body;
    const passwordHash = await ground.passwords.hash(password);
    const now = ground.now();
    // The fingerprint of what was sent is stored: without our key nobody can try passwords on it.
    const sent = { ...account, password: ground.tokens.seal(password) };
    const { reply } = await once(
      ground.db,
      now,
      { caller: `user ${user.userId}`, call: 'createUser', key, body: sent, status: 201 },
      async (tx) => ({
        message: say.userAdded,
        user_id: await createAccount(
          tx,
          {
            username: account.username,
            email: account.user_email,
            phone: account.phone_number,
            passwordHash,
            role: account.user_role,
          },
          { userId: user.userId, ip, now },
        ),
      }),
    );
    return reply;
  });

  register(contract.updateUser, async ({ params, body, user, ip }) => {
    await reviseUser(ground, params.id, body, { userId: user.userId, ip });
    return { message: say.userUpdated };
  });

  register(contract.closeUser, async ({ params, user, ip }) => {
    await closeUser(ground, params.id, { userId: user.userId, ip });
    return { message: say.deleted };
  });
};
