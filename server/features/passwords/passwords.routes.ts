import * as contract from '#contract/passwords.ts';
import type { Routes } from '../../platform/routes.ts';
import { deviceOf } from '../../platform/user-agent.ts';
import {
  changePassword,
  createResetLink,
  getResetLink,
  resetPassword,
} from './passwords.service.ts';

/** Users change their passwords; admins create links for forgotten ones. */
export const passwordsRoutes: Routes = (register, ctx) => {
  register(contract.changePassword, ({ body, actor, request }) =>
    changePassword(ctx, body, actor, deviceOf(request.headers['user-agent'])),
  );

  register(contract.makeResetLink, ({ params, actor }) => createResetLink(ctx, params.id, actor));

  register(contract.getResetLink, async ({ params, ip }) => {
    // Public reads have no other limit, and codes could be guessed here.
    await ctx.limits.countCall(ip);
    return getResetLink(ctx, params.code);
  });

  register(contract.resetPassword, async ({ params, body, ip }) => {
    await ctx.limits.countForm(contract.resetPassword.name, ip);
    return resetPassword(ctx, params.code, body.password, ip);
  });
};
