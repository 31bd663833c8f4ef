/** Writes contract/rules/common-passwords.ts from the ranked list of @zxcvbn-ts/language-common (MIT). */
import { writeFile } from 'node:fs/promises';
import { dictionary } from '@zxcvbn-ts/language-common';

const target = new URL('../contract/rules/common-passwords.ts', import.meta.url);
const minLength = 8;

const common = dictionary['passwords-common'].slice(0, 10_000);
const listed = common.filter((word, rank) => rank < 1_000 || word.length >= minLength);
if (listed.some((word) => !/^[!-~]+$/.test(word) || /['\\]/.test(word))) {
  throw new Error('A password has characters that the file would have to escape.');
}
await writeFile(
  target,
  `/**
 * The most common passwords, in lower case, the most common first: of the first 10,000 those that a password can be
 * (${minLength} characters or more), and the first 1,000 of any length for the strength estimate. From @zxcvbn-ts/language-common
 * (MIT), written by scripts/make-common-passwords.ts.
 */
export const commonPasswords: readonly string[] =
  '${listed.join(' ')}'.split(
    ' ',
  );
`,
);
