/** Counts the tests in the reports of Vitest and Playwright. */
import { readFileSync } from 'node:fs';

export type Tally = { passed: number; failed: number; skipped: number };

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
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
  const tally = { passed: 0, failed: 0, skipped: 0 };
  if (report && 'stats' in report) {
    const { expected, unexpected, flaky, skipped } = report.stats;
    Object.assign(tally, { passed: expected, failed: unexpected + flaky, skipped });
  } else if (report) {
    const { numPassedTests, numFailedTests, numPendingTests } = report;
    Object.assign(tally, {
      passed: numPassedTests,
      failed: numFailedTests,
      skipped: numPendingTests,
    });
  }
  const isUnexplained = !hasPassed && tally.failed === 0;
  const isEmpty = tally.passed + tally.failed === 0 && !isChosen;
  return isUnexplained || isEmpty ? { ...tally, failed: tally.failed + 1 } : tally;
}
