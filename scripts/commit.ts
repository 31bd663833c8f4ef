import { execFileSync } from 'node:child_process';
import { root } from './steps.ts';

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });

/** The commit that is tested; with a note when files differ from it. */
export function commitOf(): string {
  try {
    const changed = git('status', '--porcelain').trim();
    return git('rev-parse', '--short', 'HEAD').trim() + (changed ? ' and local changes' : '');
  } catch {
    return 'unknown';
  }
}
