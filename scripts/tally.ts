/** Counts the tests in the reports of Vitest and Playwright, and names those that failed. */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export type Tally = {
  passed: number;
  failed: number;
  skipped: number;
  /** 'file › test: first line of its error', one for each failed test; of an e2e test also where, and what it looked for. */
  failures: string[];
};

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

interface PlaywrightError {
  message?: string;
  location?: { line: number };
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs: {
    title: string;
    file: string;
    ok: boolean;
    tests: { results: { error?: PlaywrightError }[] }[];
  }[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: PlaywrightSuite[];
}

function failureOf(file: string, title: string, message = ''): string {
  const [firstLine] = stripVTControlCharacters(message).trim().split('\n');
  return `${file} › ${title}: ${firstLine}`;
}

function vitestFailures({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative('', name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    return failed.length === 0 && status === 'failed'
      ? [failureOf(file, 'the whole file', message)]
      : failed.map((test) => failureOf(file, test.fullName, test.failureMessages[0]));
  });
}

function playwrightFailures({ suites = [], specs }: PlaywrightSuite): string[] {
  const own = specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap(({ error }) => error ?? []));
      const { message = '', location } = errors[0] ?? {};
      const target = /(?:Locator: |waiting for )(.+)/.exec(stripVTControlCharacters(message));
      const where = [location && `line ${location.line}`, target?.[1]?.trim()].filter(Boolean);
      return [failureOf(file, title, message), ...where].join(', ');
    });
  return [...own, ...suites.flatMap(playwrightFailures)];
}

function read(path: string): VitestReport | PlaywrightReport | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

interface Run {
  hasPassed: boolean;
  /** Whether files were chosen, so that the runner may have none. */
  isChosen?: boolean;
}

/** The report at `path`. A run without tests, or whose failure is no test's, is one failure. */
export function tallyOf(path: string, { hasPassed, isChosen = false }: Run): Tally {
  const report = read(path);
  const tally: Tally = { passed: 0, failed: 0, skipped: 0, failures: [] };
  if (report && 'stats' in report) {
    const { expected, unexpected, flaky, skipped } = report.stats;
    const failures = playwrightFailures({ suites: report.suites, specs: [] });
    Object.assign(tally, { passed: expected, failed: unexpected + flaky, skipped, failures });
  } else if (report) {
    const { numPassedTests, numFailedTests, numPendingTests } = report;
    Object.assign(tally, {
      passed: numPassedTests,
      failed: numFailedTests,
      skipped: numPendingTests,
      failures: vitestFailures(report),
    });
  }
  const isUnexplained = !hasPassed && tally.failed === 0;
  const isEmpty = tally.passed + tally.failed === 0 && !isChosen;
  return isUnexplained || isEmpty ? { ...tally, failed: tally.failed + 1 } : tally;
}
