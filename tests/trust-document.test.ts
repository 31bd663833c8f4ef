import { expect, test } from 'vitest';
import { promises } from '../scripts/promises.ts';
import type { TestResult } from '../scripts/tally.ts';
import { held, testsOf, trustDocument } from '../scripts/trust-document.ts';

function result(title: string, more: Partial<TestResult> = {}): TestResult {
  const file = 'a.test.ts';
  return { project: 'api-sqlite', file, title, state: 'passed', why: '', measured: [], ...more };
}

const run = {
  date: '2026-11-22',
  commit: 'abc1234',
  cores: 2,
  memoryGb: 24,
  minutes: 61,
  rounds: 1,
  again: [],
};

/** The row of an id. */
const rowIn = (text: string, id: string) =>
  text.split('\n').find((line) => line.startsWith(`| ${id} |`));

test('finds the tests of an id and not those of a longer one', () => {
  const results = [result('one (SEC1)'), result('ten (SEC10)'), result('both (SEC10, SEC1)')];
  expect(testsOf('SEC1', results).map(({ title }) => title)).toEqual([
    'one (SEC1)',
    'both (SEC10, SEC1)',
  ]);
});

test('names failures, and the reason of what was not run', () => {
  const skipped = result('power loss (FLT2)', { state: 'skipped', why: 'needs root' });
  const failed = result('kill -9 (FLT1)', { state: 'failed', why: 'lost 1 row' });
  expect(held([skipped])).toBe('not run: power loss (needs root)');
  expect(held([skipped, result('fsync first (FLT2)')])).toBe(
    'held on SQLite. not run: power loss (needs root)',
  );
  expect(held([failed, result('other (FLT1)')])).toBe('failed: kill -9');
});

test('has one row per promise, with the figures of its tests', () => {
  const text = trustDocument(
    [
      result('ready soon (FLT1)', { measured: ['ready 0.4 s\nafter a kill', 'a | b'] }),
      result('also (FLT1)', { measured: ['a | b', '1,500 calls, at most 7.5 ms'] }),
      result('again (FLT1)', { measured: ['1,500 calls, at most 12 ms'] }),
      result('breaks (SEC2)', { state: 'failed' }),
      result('later', { state: 'skipped', why: 'needs a loop device' }),
    ],
    run,
  );
  expect(rowIn(text, 'FLT1')).toBe(
    `| FLT1 | ${promises.FLT1} | ready 0.4 s after a kill; a \\| b (2 tests); 1,500 calls, at most 7.5 to 12 ms (2 tests) | held on SQLite |`,
  );
  expect(rowIn(text, 'SEC2')).toBe(`| SEC2 | ${promises.SEC2} |  | failed: breaks |`);
  for (const id of Object.keys(promises)) expect(rowIn(text, id), id).toBeDefined();
  expect(text).toContain(
    '2026-11-22, commit abc1234. 2 cores, 24 GB of memory, 61 minutes. 3 tests passed, 1 failed, 1 skipped.',
  );
  const again = trustDocument([], { ...run, again: ['loads (2026-11-23, commit def5678)'] });
  expect(again).toContain('Run again, and counted instead: loads (2026-11-23, commit def5678).');
  expect(text).not.toContain('Run again');
  expect(text).toMatch(/## Failed tests\n\n- breaks \(SEC2\)\n/);
  expect(text).toMatch(/## Skipped tests\n\n- later \(needs a loop device\)\n$/);
});
