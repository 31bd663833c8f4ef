import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Db } from '../database/open.ts';
import { root } from '../platform/root.ts';
import { isDecided } from './sample.queries.ts';

const program = join(root, 'server/sample/seed-process.ts');

/**
 * Seeds an unused installation with the sample company, once, in a process of its own: the server would keep the memory
 * that drawing and hashing take. Returns the sign-ins to print.
 */
export async function seedApart(db: Db): Promise<string[]> {
  if (await isDecided(db)) return [];
  const child = spawn(process.execPath, [...process.execArgv, program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [[code], signIns] = await Promise.all([once(child, 'close'), text(child.stdout)]);
  if (code !== 0)
    throw new Error('The sample company could not be created: see the message above.');
  return JSON.parse(signIns) as string[];
}
