/** Estimates passwords with zxcvbn; loaded while a password is typed, because it weighs 26 kB compressed. */
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { passwords as messages } from '#contract/messages/users.ts';
import { commonPasswords } from '#contract/rules/common-passwords.ts';
import {
  companyWords,
  ownWords,
  type PasswordOwner,
  passwordProblem,
} from '#contract/rules/password-rules.ts';

const zxcvbn = new ZxcvbnFactory({
  dictionary: {
    passwords: [...commonPasswords],
    company: companyWords.map((word) => word.toLowerCase()),
  },
  // What is longer is strong anyway, or repeats itself.
  maxLength: 64,
});

const { weak, fair, good, strong } = messages.strength;
/** By zxcvbn's score. */
const sentences = [weak, weak, fair, good, strong] as const;

/** Says how strong a password is for its owner, or why the server refuses it. */
export function strengthSentence(password: string, owner: PasswordOwner): string {
  const words = ownWords(owner);
  return passwordProblem(password, words) ?? sentences[zxcvbn.check(password, words).score];
}
