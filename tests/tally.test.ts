import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { tallyOf } from '../scripts/tally.ts';

const folder = mkdtempSync(join(tmpdir(), 'headrack-tally-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const vitest = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 2, testResults: [] };
const playwright = { stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 0 }, suites: [] };
const none = { ...vitest, numPassedTests: 0 };

test.each([
  ['counts', vitest, { hasPassed: true }, [5, 0, 2]],
  ['counts flaky tests as failed', playwright, { hasPassed: false }, [5, 2, 0]],
  ['counts a run that failed without a failed test', vitest, { hasPassed: false }, [5, 1, 2]],
  ['counts a run without tests as failed', none, { hasPassed: true }, [0, 1, 2]],
  ['lets chosen files be none', none, { hasPassed: true, isChosen: true }, [0, 0, 2]],
  ['counts a missing report as failed', null, { hasPassed: true }, [0, 1, 0]],
])('%s', (_, report, run, expected) => {
  const path = join(folder, 'report.json');
  writeFileSync(path, report ? JSON.stringify(report) : '');
  const { passed, failed, skipped } = tallyOf(path, run);
  expect([passed, failed, skipped]).toEqual(expected);
});

test('names each failed test with the first line of its error', () => {
  const path = join(folder, 'report.json');
  const failureMessages = ['\u001b[31mError: no answer\u001b[39m\n    at x.ts:1'];
  const passed = { fullName: 'greets', status: 'passed', failureMessages: [] };
  const failed = { fullName: 'answers', status: 'failed', failureMessages };
  const name = join(process.cwd(), 'tests/a.test.ts');
  const testResults = [
    { name, status: 'failed', message: '', assertionResults: [passed, failed] },
    { name, status: 'failed', message: 'No such module', assertionResults: [] },
  ];
  writeFileSync(path, JSON.stringify({ ...vitest, numFailedTests: 1, testResults }));
  expect(tallyOf(path, { hasPassed: false }).failures).toEqual([
    'tests/a.test.ts › answers: Error: no answer',
    'tests/a.test.ts › the whole file: No such module',
  ]);

  const spec = { title: 'opens', file: 'home.spec.ts', ok: false };
  const tests = [
    { results: [{ error: { message: 'Timeout\n\nLocator:  button', location: { line: 7 } } }, {}] },
  ];
  const suites = [{ specs: [], suites: [{ specs: [{ ...spec, tests }] }] }];
  writeFileSync(path, JSON.stringify({ ...playwright, suites }));
  expect(tallyOf(path, { hasPassed: false }).failures).toEqual([
    'home.spec.ts › opens: Timeout, line 7, button',
  ]);
});
