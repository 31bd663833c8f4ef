import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Accounts with generated passwords, as `role: username / password`. */
type SignIns = readonly string[];

/** The file that has the first passwords when there is no terminal to show them. */
export const firstPasswordsFile = 'first-passwords.txt';

/**
 * Returns the lines to print about generated passwords. Only a terminal shows the passwords themselves: other output is
 * kept in logs. Without one they are written to a file in the data folder that its owner alone can read.
 */
export function announceSignIns(
  signIns: SignIns,
  dataDir: string,
  isTerminal: boolean,
): readonly string[] {
  if (signIns.length === 0) return [];
  if (isTerminal) return signIns.map((signIn) => `Sign in as ${signIn}  (shown once)`);
  const file = join(dataDir, firstPasswordsFile);
  // An existing file would keep its mode.
  rmSync(file, { force: true });
  const text = signIns.map((signIn) => `${signIn}\n`).join('');
  writeFileSync(file, text, { flag: 'wx', mode: 0o600, flush: true });
  return [`The first passwords are in ${file}. Sign in, change them, and delete the file.`];
}
