import { passkeys as messages } from '#contract/messages/second-factors.ts';
import { passkeyFailure, signInByPasskey } from '#web/lib/passkeys.ts';
import { enter, type LoginFailure } from './login-call.ts';

/** Signs in with a passkey and stores the token. Returns null on success. */
export async function logInByPasskey(lasting: boolean): Promise<LoginFailure | null> {
  try {
    const { token } = await signInByPasskey();
    enter(token, lasting);
    return null;
  } catch (error) {
    return { reason: passkeyFailure(error, messages.signInFailed), needsCode: false };
  }
}
