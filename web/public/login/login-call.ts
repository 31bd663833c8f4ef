import { passkeys } from '#contract/messages/second-factors.ts';
import { sessionRefusals } from '#contract/messages/session-refusals.ts';
import { getLanguage, login } from '#contract/session.ts';
import { currentLanguage } from '#contract/text/languages.ts';
import { CallError } from '#contract/wire/endpoint.ts';
import { CallTimeout, call, serverMessage } from '#web/lib/api/api.ts';
import { chooseLanguage } from '#web/lib/navigation/chosen-language.ts';
import { saveToken } from '#web/lib/session/session.ts';
import { login as messages } from './messages.ts';

export interface LoginFailure {
  reason: string;
  /** The password is right, and a code is missing or wrong. */
  needsCode: boolean;
}

/** Logs in and stores the token, `lasting` or until the browser closes. Returns null on success. */
export async function logIn(
  body: { username: string; password: string; otp: string },
  lasting: boolean,
  timeout: number,
): Promise<LoginFailure | null> {
  try {
    const { token } = await call(login, { body }, { timeout });
    saveToken(token, lasting);
    await takeLanguage();
    return null;
  } catch (error) {
    const needsCode = error instanceof CallError && error.body.code === 'second_factor_required';
    return { reason: needsCode ? error.body.error : reasonOf(error), needsCode };
  }
}

/** Signs in with a passkey and stores the token. Returns null on success. */
export async function logInByPasskey(lasting: boolean): Promise<LoginFailure | null> {
  try {
    const { passkeyFailure, signInByPasskey } = await import('#web/lib/session/passkeys.ts');
    try {
      saveToken((await signInByPasskey()).token, lasting);
      await takeLanguage();
      return null;
    } catch (error) {
      return { reason: passkeyFailure(error, passkeys.signInFailed), needsCode: false };
    }
  } catch {
    // The script didn't load.
    return { reason: messages.unexpected, needsCode: false };
  }
}

/** This device takes the account's language. An account without one isn't given this page's: people share phones. */
async function takeLanguage(): Promise<void> {
  try {
    const { language } = await call(getLanguage);
    if (language !== null) chooseLanguage(language);
    else if (currentLanguage() === 'es') chooseLanguage('es');
  } catch {
    // The sign-in counts; the language can be chosen in the portal.
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof CallTimeout) return messages.timeout;
  if (!(error instanceof CallError) || error.status === 0) return messages.unexpected;
  if (error.status === 401) return sessionRefusals.loginInvalid;
  // The server's message says how long to wait.
  const wait = (error.status === 429 || error.status === 503) && serverMessage(error);
  return wait ? `${sessionRefusals.loginFailed} ${wait}` : sessionRefusals.loginFailed;
}
