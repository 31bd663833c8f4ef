/** Test results of both runners in one form, counted and listed. A broken run counts as at least one failure. */
import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

export type Tally = { passed: number; failed: number; skipped: number };

export interface TestResult {
  project: string;
  /** Path in the repository. */
  file: string;
  /** With the titles of its suites. */
  title: string;
  state: 'passed' | 'failed' | 'skipped';
  /** The reason of a failure or a skip, if known. */
  why: string;
  /** The texts of its annotations of type 'measured'. */
  measured: string[];
}

/** How a runner ended; only a run of chosen files may be empty. */
type Ended = { exitedWell: boolean; mayBeEmpty?: boolean };

type Fault = { message?: string };
type Annotation = { type: string; description?: string };
type Suite = {
  title: string;
  file: string;
  specs?: {
    title: string;
    file: string;
    tests: {
      projectName: string;
      status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
      annotations: Annotation[];
      results: { errors: Fault[] }[];
    }[];
  }[];
  suites?: Suite[];
};
type PlaywrightReport = { suites: Suite[]; errors: Fault[] };

function read<Report>(path: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** A failure that belongs to no test. */
export function outsideTests(project: string, file: string, why = ''): TestResult {
  return { project, file, title: file || 'outside a test', state: 'failed', why, measured: [] };
}

/** A run without a test, or whose exit code has no reason, is one failure more. */
function settle(results: TestResult[], { exitedWell, mayBeEmpty = false }: Ended): TestResult[] {
  const ran = results.some(({ state }) => state !== 'skipped') || (mayBeEmpty && exitedWell);
  const isExplained = exitedWell || results.some(({ state }) => state === 'failed');
  if (ran && isExplained) return results;
  const why = ran ? 'the runner failed, but no test' : 'no test ran';
  return [...results, outsideTests('runner', '', why)];
}

/** The results that scripts/vitest-reporter.ts wrote to path. */
export function readVitest(path: string, ended: Ended): TestResult[] {
  return settle(read<TestResult[]>(path) ?? [], ended);
}

/** The results in Playwright's JSON report at path; a flaky test counts as failed. */
export function readPlaywright(path: string, ended: Ended): TestResult[] {
  const report = read<PlaywrightReport>(path);
  const states = { expected: 'passed', skipped: 'skipped', unexpected: 'failed', flaky: 'failed' };
  const inSuite = (suite: Suite, titles: string[]): TestResult[] => [
    ...(suite.specs ?? []).flatMap(({ title, file, tests }) =>
      tests.map(({ projectName, status, annotations, results }) => {
        const texts = (type: string) =>
          annotations.filter((one) => one.type === type).map((one) => one.description ?? '');
        const fault = results.flatMap(({ errors }) => errors)[0]?.message;
        return {
          project: `e2e ${projectName}`,
          file: `tests/e2e/${file}`,
          title: [...titles, title].join(' > '),
          state: states[status] as TestResult['state'],
          why: fault ?? texts('skip')[0] ?? '',
          measured: texts('measured'),
        };
      }),
    ),
    ...(suite.suites ?? []).flatMap((inner) => inSuite(inner, [...titles, inner.title])),
  ];
  const results = [
    // The outermost suite is the file.
    ...(report?.suites ?? []).flatMap((suite) => inSuite(suite, [])),
    ...(report?.errors ?? []).map(({ message }) => outsideTests('e2e', '', message)),
  ];
  return settle(results, ended);
}

export function tallyOf(results: readonly TestResult[]): Tally {
  const count = (state: TestResult['state']) =>
    results.filter((result) => result.state === state).length;
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
}

export function addTallies(tallies: readonly Tally[]): Tally {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const tally of tallies) {
    total.passed += tally.passed;
    total.failed += tally.failed;
    total.skipped += tally.skipped;
  }
  return total;
}

/** Names and first lines of the reasons of the failures, printed at the end of the output. */
export function failures(results: readonly TestResult[]): string[] {
  return results
    .filter(({ state }) => state === 'failed')
    .map(({ title, why }) => {
      const lines = stripVTControlCharacters(why).trim().split('\n').slice(0, 16);
      return [title, ...lines.map((line) => `  ${line}`)].join('\n');
    });
}

/** Names of the skipped tests, with reasons where they have some. */
export function skips(results: readonly TestResult[]): string[] {
  return results
    .filter(({ state }) => state === 'skipped')
    .map(({ title, why }) => (why ? `${title} (${why})` : title));
}

const keyOf = ({ project, file, title }: TestResult) => `${project} ${file} ${title}`;

/** One result per test of several rounds: failed if it failed once, with the figures of its last run. */
export function mergeRounds(rounds: readonly (readonly TestResult[])[]): TestResult[] {
  const [only] = rounds;
  if (only && rounds.length === 1) return [...only];
  const merged = new Map<string, TestResult>();
  for (const result of rounds.flat()) {
    const { state, why, measured } = merged.get(keyOf(result)) ?? result;
    const isFailed = state === 'failed';
    const latest = result.measured.length > 0 ? result.measured : measured;
    merged.set(keyOf(result), {
      ...result,
      ...(isFailed ? { state, why } : {}),
      measured: latest,
    });
  }
  return [...merged.values()];
}

/** Tests that didn't end alike in every round, with the number of rounds they failed in. */
export function inconsistencies(rounds: readonly (readonly TestResult[])[]): string[] {
  const states = new Map<string, { title: string; states: string[] }>();
  for (const result of rounds.flat()) {
    const entry = states.get(keyOf(result)) ?? { title: result.title, states: [] };
    entry.states.push(result.state);
    states.set(keyOf(result), entry);
  }
  return [...states.values()]
    .filter((entry) => new Set(entry.states).size > 1 || entry.states.length < rounds.length)
    .map(({ title, states }) => {
      const failed = states.filter((state) => state === 'failed').length;
      return `${title}: failed in ${failed} of ${rounds.length} rounds, ran in ${states.length}`;
    });
}
