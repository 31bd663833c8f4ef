import { passwords as say } from '#contract/messages/people.ts';
import * as contract from '#contract/passwords.ts';
import type { Routes } from '../../platform/routes.ts';
import { changeOwnPassword, makeResetLink, resetByLink } from './passwords.service.ts';

/** Passwords: the own one, and a forgotten one by a link that an admin hands out. */
export const passwordsRoutes: Routes = (register, ground) => {
  register(contract.changePassword, async ({ body, user, ip }) => {
    const { old_password, new_password } = body;
    const by = { userId: user.userId, ip };
    const session = await changeOwnPassword(ground, { old: old_password, new: new_password }, by);
    return { message: say.changed, ...session };
  });

  register(contract.makeResetLink, async ({ params, user, ip }) => {
    const link = await makeResetLink(ground, params.id, { userId: user.userId, ip });
    return { message: say.linkMade, ...link };
  });

  register(contract.resetPassword, async ({ params, body, ip }) => {
    await ground.limits.countForm(contract.resetPassword.name, ip);
    await resetByLink(ground, params.code, body.password, ip);
    return { message: say.reset };
  });
};
