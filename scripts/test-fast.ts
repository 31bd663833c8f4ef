/**
 * npm run test:fast [-- path or word …]: types, lint, unit tests and API tests on SQLite of what
 * changed since `main`, or of the files whose paths contain one of the words.
 */
import { apiFilters, changedFiles, comparedCommit } from './changed-files.ts';
import { lint, report, runSteps, type Step, types } from './steps.ts';
import { makeWorkFolder } from './work-folder.ts';

process.env.TMPDIR = makeWorkFolder();

const vitest = (...args: string[]) => ['node_modules/.bin/vitest', 'run', ...args];

function chosenTests(words: readonly string[]): Step[] {
  const projects = ['--project=unit', '--project=api-sqlite'];
  return [{ name: `tests of ${words.join(' ')}`, commands: [vitest(...projects, ...words)] }];
}

function changedTests(commit: string, changed: readonly string[]): Step[] {
  const unit = vitest('--project=unit', `--changed=${commit}`, '--passWithNoTests');
  const filters = apiFilters(changed);
  const api = vitest('--project=api-sqlite', '--passWithNoTests', ...filters);
  return [{ name: 'changed tests', commands: filters.length > 0 ? [unit, api] : [unit] }];
}

const words = process.argv.slice(2);
const commit = comparedCommit();
const changed = changedFiles(commit);
const linted = changed.filter((path) => /\.(tsx?|m?js|css|json)$/.test(path));
const steps = [
  ...(words.length > 0 ? chosenTests(words) : changedTests(commit, changed)),
  types,
  ...(linted.length > 0 ? [lint(linted)] : []),
];
report(steps, await runSteps(steps, steps.length));
