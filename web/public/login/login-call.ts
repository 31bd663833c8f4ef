import { CallError } from '#contract/endpoint.ts';
import { session as say } from '#contract/messages/session.ts';
import { login } from '#contract/session.ts';
import { CallTimeout, call, serverSentence } from '#web/lib/api.ts';
import { saveToken } from '#web/lib/session.ts';

/** Logs in and keeps the token; answers what went wrong in SPEC.md's words, null when nothing did. */
export async function logIn(
  body: { username: string; password: string },
  timeout: number,
): Promise<string | null> {
  try {
    const { token } = await call(login, { body }, { timeout });
    saveToken(token);
    return null;
  } catch (error) {
    return reasonOf(error);
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof CallTimeout) return say.loginTimeout;
  if (!(error instanceof CallError) || error.status === 0) return say.loginUnexpected;
  if (error.status === 401) return say.loginInvalid;
  // Only the server knows how long the wait is.
  const wait = error.status === 429 && serverSentence(error);
  return wait ? `${say.loginFailed} ${wait}` : say.loginFailed;
}
