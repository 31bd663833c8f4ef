import * as contract from '#contract/passkeys.ts';
import { rememberDevice } from '../../platform/accounts/device-tokens.ts';
import { deviceOf } from '../../platform/accounts/user-agent.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { signInWithPasskey } from '../session/passkey-sign-in.service.ts';
import { startSignIn } from './assertions.service.ts';
import { createPasskey, listPasskeys, removePasskey, startPasskey } from './passkeys.service.ts';

/** Users manage their passkeys and sign in with them. */
export const passkeysRoutes: Routes = (register, ctx) => {
  register(contract.listPasskeys, ({ user }) => listPasskeys(ctx.db, user.userId));
  register(contract.startPasskey, ({ body, actor }) => startPasskey(ctx, body, actor));
  register(contract.createPasskey, ({ body, actor }) => createPasskey(ctx, body, actor));
  register(contract.removePasskey, ({ params, body, actor }) =>
    removePasskey(ctx, params.id, body, actor),
  );
  register(contract.startPasskeySignIn, () => startSignIn(ctx));
  register(contract.signInWithPasskey, async ({ body, ip, request, reply }) => {
    const deviceName = deviceOf(request.headers['user-agent']);
    const { token, role, userId } = await signInWithPasskey(ctx, body.response, ip, deviceName);
    rememberDevice(ctx, request, reply, userId);
    return { token, role };
  });
};
