import * as contract from '#contract/totp.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { confirm, getTotp, remove, start } from './totp.service.ts';

/** One-time codes of an authenticator app. */
export const totpRoutes: Routes = (register, ctx) => {
  register(contract.getTotp, ({ user }) => getTotp(ctx, user.userId));
  register(contract.startTotp, ({ body, actor }) => start(ctx, body, actor));
  register(contract.confirmTotp, ({ body, actor }) => confirm(ctx, body, actor));
  register(contract.removeTotp, ({ body, actor }) => remove(ctx, body, actor));
};
