import * as contract from '#contract/session.ts';
import type { Routes } from '../../platform/routes.ts';
import { currentUser, login, logout, signUp } from './session.service.ts';

export const sessionRoutes: Routes = (register, ctx) => {
  register(contract.login, ({ body, ip }) => login(ctx, { ...body, ip }));

  register(contract.logout, ({ user, actor }) => logout(ctx, user.jti, actor));

  register(contract.currentUser, ({ user }) => currentUser(ctx, user));

  register(contract.signup, ({ body, actor, key }) => signUp(ctx, body, actor, key));
};
