/** Counts what the reports of the test runners say. A run that broke counts as at least one failure. */
import { readFileSync } from 'node:fs';

export type Tally = { passed: number; failed: number; skipped: number };

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: { status: string; fullName?: string }[] }[];
};

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
};

function read<Report>(path: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** A run whose exit code says failure, or that ran no test, never counts as free of failures. */
function judged(tally: Tally, exitedWell: boolean): Tally {
  const broken = !exitedWell || tally.passed + tally.failed === 0;
  return broken && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
}

/** What vitest's JSON report at path says; a file that failed before its first test is one failure. */
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
  return judged(tally, exitedWell);
}

/** The names of what vitest's JSON report at path says was left out, so that nothing is in silence. */
export function skippedByVitest(path: string): string[] {
  const files = read<VitestReport>(path)?.testResults ?? [];
  return files
    .flatMap((file) => file.assertionResults)
    .filter(({ status }) => ['skipped', 'pending', 'todo'].includes(status))
    .map(({ fullName }) => fullName ?? 'a test without a name');
}

/** What Playwright's JSON report at path says; an error outside a test is one failure, a flaky test too. */
export function readPlaywright(path: string, exitedWell: boolean): Tally {
  const report = read<PlaywrightReport>(path);
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  const tally = { passed: expected, failed: unexpected + flaky + report.errors.length, skipped };
  return judged(tally, exitedWell);
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
