import { CallError } from '#contract/endpoint.ts';
import { session as messages } from '#contract/messages/session.ts';
import { login } from '#contract/session.ts';
import { CallTimeout, call, serverMessage } from '#web/lib/api.ts';
import { blockNavigations } from '#web/lib/route-files.ts';
import { saveToken } from '#web/lib/session.ts';

/** Logs in and stores the token, `lasting` or until the browser closes. Returns the error message, null on success. */
export async function logIn(
  body: { username: string; password: string },
  lasting: boolean,
  timeout: number,
): Promise<string | null> {
  try {
    const { token } = await call(login, { body }, { timeout });
    saveToken(token, lasting);
    blockNavigations();
    return null;
  } catch (error) {
    return reasonOf(error);
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof CallTimeout) return messages.loginTimeout;
  if (!(error instanceof CallError) || error.status === 0) return messages.loginUnexpected;
  if (error.status === 401) return messages.loginInvalid;
  // The server's message says how long to wait.
  const wait = (error.status === 429 || error.status === 503) && serverMessage(error);
  return wait ? `${messages.loginFailed} ${wait}` : messages.loginFailed;
}
