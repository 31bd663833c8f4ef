import { passwords as text } from '#contract/messages/people.ts';
import { resetPassword } from '#contract/passwords.ts';
import { fieldErrors } from '#web/lib/form-values.ts';

/** What is wrong with the two entries, by the controls' names; empty when all is well. */
export function resetErrors(password: string, again: string): Record<string, string> {
  const errors = fieldErrors(resetPassword.body, { password: password || undefined });
  return password === again ? errors : { ...errors, password_again: text.notTheSame };
}
