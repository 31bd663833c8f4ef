import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import {
  failures,
  inconsistencies,
  mergeRounds,
  readPlaywright,
  readVitest,
  type TestResult,
  tallyOf,
} from '../scripts/tally.ts';

const folder = mkdtempSync(join(tmpdir(), 'headrack-tally-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let written = 0;
function report(content: unknown): string {
  const path = join(folder, `${written++}.json`);
  writeFileSync(path, JSON.stringify(content));
  return path;
}

const absent = join(folder, 'none.json');
const well = { exitedWell: true };
const badly = { exitedWell: false };

function result(state: TestResult['state'], more: Partial<TestResult> = {}): TestResult {
  return {
    project: 'unit',
    file: 'a.test.ts',
    title: state,
    state,
    why: '',
    measured: [],
    ...more,
  };
}

const spec = (title: string, status: string, annotations: object[] = [], message?: string) => ({
  title,
  file: 'quote.spec.ts',
  tests: [
    {
      projectName: 'shell',
      status,
      annotations,
      results: [{ errors: message ? [{ message }] : [] }],
    },
  ],
});

function playwright(specs: object[], errors: object[] = []): string {
  const inner = { title: 'a form', file: 'quote.spec.ts', specs };
  const file = { title: 'quote.spec.ts', file: 'quote.spec.ts', suites: [inner] };
  return report({ suites: [file], errors });
}

test('counts passed, failed and skipped tests', () => {
  const path = report([result('passed'), result('failed'), result('skipped')]);
  expect(tallyOf(readVitest(path, badly))).toEqual({ passed: 1, failed: 1, skipped: 1 });
  const specs = [spec('one', 'expected'), spec('two', 'unexpected'), spec('three', 'skipped')];
  const e2e = readPlaywright(playwright(specs), badly);
  expect(tallyOf(e2e)).toEqual({ passed: 1, failed: 1, skipped: 1 });
});

test('counts a failing exit code as a failure when every test passed', () => {
  expect(tallyOf(readVitest(report([result('passed')]), badly)).failed).toBe(1);
  expect(tallyOf(readPlaywright(playwright([spec('a', 'expected')]), badly)).failed).toBe(1);
});

test('counts no test and no report as failures, unless files were chosen', () => {
  for (const path of [absent, report([]), report([result('skipped')])]) {
    expect(tallyOf(readVitest(path, well)).failed).toBe(1);
  }
  expect(tallyOf(readPlaywright(playwright([]), well)).failed).toBe(1);
  expect(tallyOf(readPlaywright(absent, well)).failed).toBe(1);
  expect(readVitest(absent, { ...well, mayBeEmpty: true })).toEqual([]);
  expect(readVitest(absent, { ...badly, mayBeEmpty: true })).toHaveLength(1);
});

test('counts a flaky test and an error outside any test as failures', () => {
  const path = playwright([spec('a', 'expected'), spec('b', 'flaky')], [{ message: 'no server' }]);
  const results = readPlaywright(path, well);
  expect(tallyOf(results).failed).toBe(2);
  expect(failures(results)).toContain('outside a test\n  no server');
});

test('a test that failed in one of several rounds has failed and is named', () => {
  const steady = result('passed', { title: 'steady', measured: ['1 ms'] });
  const good = result('passed', { title: 'shaky' });
  const bad = result('failed', { title: 'shaky', why: 'too late' });
  const rounds = [
    [steady, good],
    [{ ...steady, measured: ['2 ms'] }, bad],
    [steady, good],
  ];
  expect(mergeRounds(rounds)).toEqual([steady, bad]);
  expect(inconsistencies(rounds)).toEqual(['shaky: failed in 1 of 3 rounds, ran in 3']);
  expect(inconsistencies([[steady], []])).toEqual(['steady: failed in 0 of 2 rounds, ran in 1']);
});
