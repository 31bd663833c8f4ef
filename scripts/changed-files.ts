/** Files changed since the branch left `main`, and the API tests they affect. */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from './steps.ts';

function git(...args: string[]): string[] {
  const text = execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' });
  return text.split('\n').filter((line) => line !== '');
}

/** The commit to compare with: where this branch left `main`; on `main` itself, the last commit. */
export function comparedCommit(): string {
  try {
    return git('merge-base', 'HEAD', 'main')[0] ?? 'HEAD';
  } catch {
    return 'HEAD';
  }
}

/** Paths of the files that differ from the commit, without deleted ones; new files included. */
export function changedFiles(commit: string): string[] {
  const paths = [
    ...git('diff', '--name-only', '--relative', commit),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  return [...new Set(paths)].filter((path) => existsSync(join(root, path))).sort();
}

const featureOf = (path: string) => /^server\/features\/[\w-]+\//.exec(path)?.[0];
const isTest = (path: string) => /\.test\.tsx?$/.test(path);

/**
 * Vitest filters for API tests: changed tests, and the tests of each feature that changed or that
 * imports a changed file directly. Every API test starts the whole app, so its import graph says less.
 */
export function apiFilters(changed: readonly string[]): string[] {
  const sources = globSync('{server,tests}/**/*.ts', { cwd: root }).map((path) => ({
    path,
    text: readFileSync(join(root, path), 'utf8'),
  }));
  const importersOf = (file: string) =>
    sources.filter(({ text }) => text.includes(`/${basename(file)}'`)).map(({ path }) => path);
  const direct = changed.filter((path) => /^(contract|server|tests)\/.*\.ts$/.test(path));
  const concerned = direct.flatMap((path) =>
    isTest(path) || featureOf(path) ? [path] : [path, ...importersOf(path)],
  );
  return [...new Set(concerned.map((path) => featureOf(path) ?? path))].filter(
    (filter) => filter.endsWith('/') || isTest(filter),
  );
}
