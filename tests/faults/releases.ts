/** Other releases, from the repository's history. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { steps } from '#server/database/migrations/all.ts';

const root = join(import.meta.dirname, '../..');
export const migrations = 'server/database/migrations';

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
}

/** The last commit without the newest migration; null without the repository's history. */
export function previousRelease(): string | null {
  try {
    const file = `${migrations}/${steps.at(-1)?.name}.ts`;
    const added = git('log', '--diff-filter=A', '--format=%H', '-1', '--', file);
    return added ? git('rev-parse', `${added}^`) : null;
  } catch {
    return null;
  }
}

/** Unpacks a commit. */
export function unpackRelease(commit: string, folder: string): void {
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 500_000_000 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
}
