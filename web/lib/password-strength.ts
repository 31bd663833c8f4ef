/** Estimates passwords with zxcvbn; loaded while a password is typed, because it weighs 26 kB compressed. */
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { commonPasswords } from '#contract/common-passwords.ts';
import { passwords as messages } from '#contract/messages/users.ts';
import {
  companyWords,
  ownWords,
  type PasswordOwner,
  passwordProblem,
} from '#contract/password-rules.ts';

export interface PasswordStrength {
  /** 1 (weak) to 4 (strong). */
  level: 1 | 2 | 3 | 4;
  sentence: string;
}

const zxcvbn = new ZxcvbnFactory({
  dictionary: { passwords: [...commonPasswords], company: [...companyWords] },
  // What is longer is strong anyway, or repeats itself.
  maxLength: 64,
});

const { weak, fair, good, strong } = messages.strength;
/** By zxcvbn's score of 0 to 4. */
const strengths: readonly PasswordStrength[] = [
  { level: 1, sentence: weak },
  { level: 1, sentence: weak },
  { level: 2, sentence: fair },
  { level: 3, sentence: good },
  { level: 4, sentence: strong },
];

/** The strength of a password for its owner; says so when the server refuses it. */
export function estimateStrength(password: string, owner: PasswordOwner): PasswordStrength {
  const words = ownWords(owner);
  const problem = passwordProblem(password, words);
  if (problem !== null) return { level: 1, sentence: problem };
  const { score } = zxcvbn.check(password, words);
  return strengths[score] ?? { level: 1, sentence: weak };
}
