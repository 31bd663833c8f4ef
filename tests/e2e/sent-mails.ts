/** The mails that a server wrote to files. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import type { RunningServer } from '#tests/harness/server.ts';

/** The text of the mail that has each of the words in its subject, recipients or text; '' without one. */
export async function mailWith(server: RunningServer, ...words: string[]): Promise<string> {
  const folder = join(server.dataDir, 'mail');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  for (const name of names.filter((file) => file.endsWith('.eml'))) {
    const { to, subject, text = '' } = await PostalMime.parse(readFileSync(join(folder, name)));
    const whole = JSON.stringify([to, subject, text]);
    if (words.every((word) => whole.includes(word))) return text;
  }
  return '';
}
