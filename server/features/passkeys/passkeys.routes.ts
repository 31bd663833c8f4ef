import * as contract from '#contract/passkeys.ts';
import type { Routes } from '../../platform/routes.ts';
import { deviceOf } from '../../platform/user-agent.ts';
import { signInWithPasskey } from '../session/passkey-sign-in.service.ts';
import { startSignIn } from './assertions.service.ts';
import { createPasskey, listPasskeys, removePasskey, startPasskey } from './passkeys.service.ts';

/** Users manage their passkeys and sign in with them. */
export const passkeysRoutes: Routes = (register, ctx) => {
  register(contract.listPasskeys, ({ user }) => listPasskeys(ctx.db, user.userId));
  register(contract.startPasskey, ({ body, actor, user }) => startPasskey(ctx, body, actor, user));
  register(contract.createPasskey, ({ body, actor, user }) =>
    createPasskey(ctx, body, actor, user),
  );
  register(contract.removePasskey, ({ params, body, actor }) =>
    removePasskey(ctx, params.id, body, actor),
  );
  register(contract.startPasskeySignIn, () => startSignIn(ctx));
  register(contract.signInWithPasskey, ({ body, ip, request }) =>
    signInWithPasskey(ctx, body.response, ip, deviceOf(request.headers['user-agent'])),
  );
};
