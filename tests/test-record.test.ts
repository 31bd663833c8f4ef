import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { failureLine, recordedTests } from '../scripts/test-record.ts';

const folder = mkdtempSync(join(tmpdir(), 'headrack-record-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const passed = { file: 'a.test.ts', title: 'greets', state: 'passed', seconds: 1 } as const;
const skipped = { ...passed, state: 'skipped' } as const;
const failed = { ...passed, state: 'failed', message: 'Error: no answer\n  at x.ts:1' } as const;

test.each([
  ['a passed run', [passed, skipped], { hasPassed: true }, 0],
  ['a failed test', [passed, failed], { hasPassed: false }, 1],
  ['a run that failed without a failed test', [passed], { hasPassed: false }, 1],
  ['a run without tests', [skipped], { hasPassed: true }, 1],
  ['no record', null, { hasPassed: true }, 1],
  ['a choice of files without tests', [], { hasPassed: true, isChosen: true }, 0],
])('counts the failures of %s', (_, tests, run, failures) => {
  const path = join(folder, 'record.json');
  writeFileSync(path, tests ? JSON.stringify(tests) : '');
  const states = recordedTests(path, run).map(({ state }) => state);
  expect(states.filter((state) => state === 'failed')).toHaveLength(failures);
});

test('names a failure with its file and the first line of its message', () => {
  expect(failureLine(failed)).toBe('a.test.ts › greets: Error: no answer');
});
