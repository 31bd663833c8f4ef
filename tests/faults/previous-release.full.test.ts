import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { steps } from '#server/database/migrations/all.ts';

const root = join(import.meta.dirname, '../..');
const migrations = 'server/database/migrations';

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
}

/** The last commit without the newest migration; null before the second one, and without the repository's history. */
function previousRelease(): string | null {
  if (steps.length === 1) return null;
  try {
    const file = `${migrations}/${steps.at(-1)?.name}.ts`;
    const added = git('log', '--diff-filter=A', '--format=%H', '-1', '--', file);
    return added ? git('rev-parse', `${added}^`) : null;
  } catch {
    return null;
  }
}

/** Unpacks a commit. */
function unpackRelease(commit: string, folder: string): void {
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 500_000_000 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
}

const commit = previousRelease();

test.skipIf(commit === null)(
  'the API tests of the previous release pass on the newest schema, on both databases (FLT12)',
  async ({ annotate }) => {
    const folder = mkdtempSync(join(tmpdir(), 'headrack-previous-'));
    try {
      unpackRelease(commit ?? '', folder);
      for (const shared of ['node_modules', 'build'])
        symlinkSync(join(root, shared), join(folder, shared));
      cpSync(join(root, migrations), join(folder, migrations), { recursive: true });
      const projects = ['--project', 'api-sqlite', '--project', 'api-postgres'];
      // It knows the tables and columns of its own release alone.
      const exclude = ['--exclude', '**/personal-data-columns.test.ts'];
      const { code, output } = await new Promise<{ code: number; output: string }>((resolve) => {
        const { NODE_ENV: _, VITEST: __, ...own } = process.env;
        const env = { ...own, FULL: '', NO_COLOR: '1' };
        execFile(
          process.execPath,
          [
            join(root, 'node_modules/vitest/vitest.mjs'),
            'run',
            ...projects,
            ...exclude,
            'server/features/',
          ],
          { cwd: folder, env, maxBuffer: 100_000_000 },
          (error, stdout, stderr) =>
            resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr }),
        );
      });
      expect(code, output.slice(-8_000)).toBe(0);
      const summary = /Tests .*/.exec(output)?.[0] ?? '';
      await annotate(
        `the previous release (${commit?.slice(0, 7)}) on the newest schema: ${summary}`,
        'measured',
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  3_600_000,
);
