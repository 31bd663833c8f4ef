import { passwords as messages } from '#contract/messages/users.ts';
import { resetPassword, resetPasswordInput } from '#contract/passwords.ts';
import { CallError } from '#contract/wire/endpoint.ts';
import { call, serverMessage } from '#web/lib/api/api.ts';
import { fieldErrors } from '#web/lib/forms/form-values.ts';

export interface ResetProblem {
  /** Errors by control name. */
  errors: Record<string, string>;
  /** Any other error message. */
  failure: string | null;
}

/** Sets the password with the link's code; returns null on success. */
export async function setPassword(
  code: string,
  password: string,
  again: string,
): Promise<ResetProblem | null> {
  const errors = fieldErrors(resetPasswordInput, { password: password || undefined });
  if (password !== again) errors.password_again = messages.notTheSame;
  if (Object.keys(errors).length > 0) return { errors, failure: null };
  try {
    await call(resetPassword, { params: { code }, body: { password } });
    return null;
  } catch (error) {
    const fields = error instanceof CallError ? (error.body.fields ?? {}) : {};
    // An error of the code has no control.
    const failure = fields.code ?? serverMessage(error) ?? messages.resetFailed;
    return { errors: fields, failure };
  }
}
