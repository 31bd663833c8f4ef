import { session as say } from '#contract/messages/session.ts';
import * as contract from '#contract/session.ts';
import { once } from '../../platform/replays.ts';
import type { Routes } from '../../platform/routes.ts';
import { createAccount } from '../users/users.service.ts';
import { currentUser, login, logout } from './session.service.ts';

export const sessionRoutes: Routes = (register, ground) => {
  register(contract.login, ({ body, ip }) => login(ground, { ...body, ip }));

  register(contract.logout, async ({ user, ip }) => {
    await logout(ground, user, ip);
    return undefined;
  });

  register(contract.currentUser, ({ user }) => currentUser(ground, user));

  register(contract.signup, async ({ body, user, ip, key }) => {
    const { user_password, ...account } = body;
    const passwordHash = await ground.passwords.hash(user_password);
    const now = ground.now();
    // The fingerprint of what was sent is stored: without our key nobody can try passwords on it.
    const sent = { ...account, user_password: ground.tokens.seal(user_password) };
    const { reply } = await once(
      ground.db,
      now,
      { caller: `user ${user.userId}`, call: 'signup', key, body: sent, status: 201 },
      async (tx) => ({
        message: say.created,
        user_id: await createAccount(
          tx,
          {
            username: account.username,
            email: account.user_email,
            passwordHash,
            role: account.user_role,
          },
          { userId: user.userId, ip, now },
        ),
      }),
    );
    return reply;
  });
};
