import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import {
  addTallies,
  failuresInPlaywright,
  failuresInVitest,
  readPlaywright,
  readVitest,
  skippedByVitest,
} from '../scripts/tally.ts';

const folder = mkdtempSync(join(tmpdir(), 'headrack-tally-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let written = 0;
function report(content: unknown): string {
  const path = join(folder, `${written++}.json`);
  writeFileSync(path, JSON.stringify(content));
  return path;
}

function vitest(passed: number, failed: number, files: unknown[] = []): string {
  const counts = { numPassedTests: passed, numFailedTests: failed };
  return report({ ...counts, numPendingTests: 1, numTodoTests: 1, testResults: files });
}

function playwright(expected: number, unexpected: number, flaky = 0, errors: unknown[] = []) {
  return report({ stats: { expected, unexpected, flaky, skipped: 0 }, errors });
}

test('counts passed, failed and skipped tests', () => {
  expect(readVitest(vitest(5, 2), false)).toEqual({ passed: 5, failed: 2, skipped: 2 });
  expect(readPlaywright(playwright(4, 1), false)).toEqual({ passed: 4, failed: 1, skipped: 0 });
});

test('lists skipped tests by name', () => {
  const tests = [
    { status: 'passed', fullName: 'one' },
    { status: 'skipped', fullName: 'two on postgres' },
  ];
  const path = vitest(1, 0, [{ status: 'passed', assertionResults: tests }]);
  expect(skippedByVitest(path)).toEqual(['two on postgres']);
  expect(skippedByVitest(join(folder, 'none.json'))).toEqual([]);
});

test('lists failures by name with the first lines of the reason, without colors', () => {
  const tests = [
    { status: 'passed', fullName: 'one' },
    { status: 'failed', fullName: 'two', failureMessages: [`no\nline 2${'\nmore'.repeat(50)}`] },
  ];
  const files = [
    { status: 'failed', assertionResults: tests },
    { status: 'failed', name: 'broken.test.ts', message: 'no such module', assertionResults: [] },
  ];
  const [two, broken] = failuresInVitest(vitest(1, 1, files));
  expect(two?.split('\n').slice(0, 3)).toEqual(['two', '  no', '  line 2']);
  expect(two?.split('\n')).toHaveLength(17);
  expect(broken).toBe('broken.test.ts\n  no such module');

  const spec = (ok: boolean) => ({
    title: `a test that is ${ok}`,
    ok,
    tests: [{ results: [{ errors: ok ? [] : [{ message: '\u001b[31mnot visible\u001b[39m' }] }] }],
  });
  const path = report({
    stats: { expected: 1, unexpected: 1, flaky: 0, skipped: 0 },
    suites: [{ specs: [spec(true)], suites: [{ specs: [spec(false)] }] }],
    errors: [{ message: 'no server' }],
  });
  expect(failuresInPlaywright(path)).toEqual([
    'a test that is false\n  not visible',
    'outside a test\n  no server',
  ]);
  expect(failuresInPlaywright(join(folder, 'none.json'))).toEqual([]);
});

test('counts a file that failed before its first test as a failure', () => {
  const path = vitest(5, 0, [{ status: 'failed', assertionResults: [] }]);
  expect(readVitest(path, false).failed).toBe(1);
});

test('counts a failing exit code as a failure when every test passed', () => {
  expect(readVitest(vitest(5, 0), false).failed).toBe(1);
  expect(readPlaywright(playwright(5, 0), false).failed).toBe(1);
});

test('counts no test and no report as failures', () => {
  expect(readVitest(vitest(0, 0), true).failed).toBe(1);
  expect(readPlaywright(playwright(0, 0), true).failed).toBe(1);
  expect(readVitest(join(folder, 'none.json'), true).failed).toBe(1);
  expect(readPlaywright(join(folder, 'none.json'), true).failed).toBe(1);
});

test('counts a flaky test and an error outside any test as failures', () => {
  expect(readPlaywright(playwright(5, 0, 1, [{}]), true).failed).toBe(2);
});

test('adds tallies', () => {
  const one = { passed: 1, failed: 2, skipped: 3 };
  expect(addTallies([one, one])).toEqual({ passed: 2, failed: 4, skipped: 6 });
});
