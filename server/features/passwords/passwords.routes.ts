import * as contract from '#contract/passwords.ts';
import { rememberDevice } from '../../platform/accounts/device-tokens.ts';
import { deviceOf } from '../../platform/accounts/user-agent.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { sendSignInLinks } from './password-links.service.ts';
import {
  changePassword,
  confirmPassword,
  createResetLink,
  getResetLink,
  resetPassword,
} from './passwords.service.ts';

/** Users change their passwords; admins create links for forgotten ones. */
export const passwordsRoutes: Routes = (register, ctx) => {
  register(contract.changePassword, ({ body, actor, request }) =>
    changePassword(ctx, body, actor, deviceOf(request.headers['user-agent'])),
  );

  register(contract.confirmPassword, ({ body, actor }) =>
    confirmPassword(ctx, body.current_password, actor),
  );

  register(contract.makeResetLink, ({ params, actor, key }) =>
    createResetLink(ctx, params.id, actor, key),
  );

  register(contract.sendSignInLinks, ({ body, actor, key }) =>
    sendSignInLinks(ctx, body.user_ids, actor, key),
  );

  register(
    contract.getResetLink,
    // Guesses from the same line never keep an owner from using a link.
    async ({ params, ip }) => {
      try {
        return await getResetLink(ctx, params.code);
      } catch (error) {
        ctx.limits.countCall(ip);
        throw error;
      }
    },
    { countsItself: true },
  );

  register(contract.resetPassword, async ({ params, body, ip, request, reply }) => {
    const { message, userId } = await resetPassword(ctx, params.code, body.password, ip);
    // Strangers' guesses must not keep the owner from signing in with the new password.
    rememberDevice(ctx, request, reply, userId);
    return { message };
  });
};
