/** Counts the results in the test runners' reports. A broken run counts as at least one failure. */
import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

export type Tally = { passed: number; failed: number; skipped: number };

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    status: string;
    name?: string;
    message?: string;
    assertionResults: { status: string; fullName?: string; failureMessages?: string[] }[];
  }[];
};

type Fault = { message?: string };
type Suite = {
  specs?: { title: string; ok: boolean; tests: { results: { errors: Fault[] }[] }[] }[];
  suites?: Suite[];
};
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites?: Suite[];
  errors: Fault[];
};

function read<Report>(path: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** A run with a failing exit code, or without a single test, counts as at least one failure. */
function settle(tally: Tally, exitedWell: boolean): Tally {
  const broken = !exitedWell || tally.passed + tally.failed === 0;
  return broken && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
}

/** Counts Vitest's JSON report at path; a file that failed before its first test is one failure. */
export function readVitest(path: string, exitedWell: boolean): Tally {
  const report = read<VitestReport>(path);
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const brokenFiles = report.testResults.filter(
    (file) =>
      file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  const tally = {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
  return settle(tally, exitedWell);
}

/** Names of the tests that Vitest's JSON report at path lists as skipped. */
export function skippedByVitest(path: string): string[] {
  const files = read<VitestReport>(path)?.testResults ?? [];
  return files
    .flatMap((file) => file.assertionResults)
    .filter(({ status }) => ['skipped', 'pending', 'todo'].includes(status))
    .map(({ fullName }) => fullName ?? 'a test without a name');
}

/** The test's name and the first lines of the reason, indented. */
function failure(name: string, why = ''): string {
  const lines = stripVTControlCharacters(why).trim().split('\n').slice(0, 16);
  return [name, ...lines.map((line) => `  ${line}`)].join('\n');
}

/** Names and reasons of the failures in Vitest's JSON report at path, printed at the end of the output. */
export function failuresInVitest(path: string): string[] {
  const files = read<VitestReport>(path)?.testResults ?? [];
  return files.flatMap((file) => {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    if (file.status === 'failed' && failed.length === 0) {
      return [failure(file.name ?? 'a file', file.message)];
    }
    return failed.map(({ fullName = '', failureMessages = [] }) =>
      failure(fullName, failureMessages[0]),
    );
  });
}

/** Names and reasons of the failures in Playwright's JSON report at path. */
export function failuresInPlaywright(path: string): string[] {
  const report = read<PlaywrightReport>(path);
  const inSuite = ({ specs = [], suites = [] }: Suite): string[] => [
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ title, tests }) => {
        const faults = tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors));
        return failure(title, faults[0]?.message);
      }),
    ...suites.flatMap(inSuite),
  ];
  return [
    ...(report?.suites ?? []).flatMap(inSuite),
    ...(report?.errors ?? []).map(({ message }) => failure('outside a test', message)),
  ];
}

/** Counts Playwright's JSON report at path; an error outside a test is a failure, a flaky test too. */
export function readPlaywright(path: string, exitedWell: boolean): Tally {
  const report = read<PlaywrightReport>(path);
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  const tally = { passed: expected, failed: unexpected + flaky + report.errors.length, skipped };
  return settle(tally, exitedWell);
}

export function addTallies(tallies: Tally[]): Tally {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const tally of tallies) {
    total.passed += tally.passed;
    total.failed += tally.failed;
    total.skipped += tally.skipped;
  }
  return total;
}
