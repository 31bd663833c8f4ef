import { CallError } from '#contract/endpoint.ts';
import { passwords as text } from '#contract/messages/people.ts';
import { resetPassword } from '#contract/passwords.ts';
import { call, serverSentence } from '#web/lib/api.ts';
import { fieldErrors } from '#web/lib/form-values.ts';

export interface ResetProblem {
  /** What is wrong with the entries, by the controls' names. */
  errors: Record<string, string>;
  /** What went wrong otherwise. */
  failure: string | null;
}

/** Sets the password by the link's code; answers what is in the way, null when nothing is. */
export async function setPassword(
  code: string,
  password: string,
  again: string,
): Promise<ResetProblem | null> {
  const errors = fieldErrors(resetPassword.body, { password: password || undefined });
  if (password !== again) errors.password_again = text.notTheSame;
  if (Object.keys(errors).length > 0) return { errors, failure: null };
  try {
    await call(resetPassword, { params: { code }, body: { password } });
    return null;
  } catch (error) {
    const fields = error instanceof CallError ? (error.body.fields ?? {}) : {};
    // What is wrong with the code has no control to stand beside.
    const failure = fields.code ?? serverSentence(error) ?? text.resetFailed;
    return { errors: fields, failure };
  }
}
