import * as contract from '#contract/session.ts';
import { knownDevice, rememberDevice } from '../../platform/accounts/device-tokens.ts';
import { deviceOf } from '../../platform/accounts/user-agent.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { endOtherSessions, endOwnSession, listSessions } from './own-sessions.service.ts';
import {
  chooseLanguage,
  currentUser,
  languageOf,
  login,
  logout,
  signUp,
} from './session.service.ts';

export const sessionRoutes: Routes = (register, ctx) => {
  register(contract.login, async ({ body, ip, request, reply }) => {
    const { token, role, userId } = await login(ctx, {
      ...body,
      ip,
      device: knownDevice(ctx, request),
      deviceName: deviceOf(request.headers['user-agent']),
    });
    rememberDevice(ctx, request, reply, userId);
    return { token, role };
  });

  register(contract.logout, ({ user, actor }) => logout(ctx, user.jti, actor));

  register(contract.currentUser, ({ user }) => currentUser(ctx, user));

  register(contract.getLanguage, async ({ user }) => ({
    language: await languageOf(ctx.db, user.userId),
  }));

  register(contract.setLanguage, ({ body, actor }) => chooseLanguage(ctx, body.language, actor));

  register(contract.listSessions, ({ user }) => listSessions(ctx, user));

  register(contract.endSession, ({ params, actor }) => endOwnSession(ctx, params.id, actor));

  register(contract.endOtherSessions, ({ user, actor }) => endOtherSessions(ctx, user, actor));

  register(contract.signup, ({ body, actor, key }) => signUp(ctx, body, actor, key));
};
