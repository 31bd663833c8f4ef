/** Plants each fault alone and runs the tests that should notice it, in a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { faults, testsOf } from './faults.ts';

const root = join(import.meta.dirname, '..', '..');
const projects = ['--project=unit', '--project=api-sqlite'];
const options = [
  ...projects,
  '--config=tests/planted/vitest.config.ts',
  '--maxWorkers=1',
  '--reporter=json',
];

interface Report {
  testResults: { name: string; status: string; assertionResults: { status: string }[] }[];
}

/** The files with a failed test. One that fails without one wasn't run, which notices nothing. */
async function failedFiles(paths: readonly string[], planted = ''): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'planted-'));
  const report = join(folder, 'report.json');
  try {
    const args = ['node_modules/vitest/vitest.mjs', 'run', ...options, `--outputFile=${report}`];
    const child = spawn(process.execPath, [...args, ...paths], {
      cwd: root,
      env: { ...process.env, FULL: '', PLANTED: planted },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await once(child, 'exit');
    const { testResults }: Report = JSON.parse(readFileSync(report, 'utf8'));
    const failed = testResults.filter(({ status }) => status === 'failed');
    for (const { name, assertionResults } of failed) {
      const statuses = assertionResults.map(({ status }) => status);
      expect(statuses, `${name} can't be run`).toContain('failed');
    }
    return failed.map(({ name }) => relative(root, name));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const hour = { timeout: 3_600_000 };

describe('planted faults', { shuffle: false }, () => {
  test('the tests that should notice them pass without any', hour, async () => {
    expect(await failedFiles([...new Set(faults.flatMap(testsOf))])).toEqual([]);
  });

  for (const fault of faults) {
    test(`${fault.area}: ${fault.what}`, hour, async ({ annotate }) => {
      const noticed = await failedFiles(testsOf(fault), fault.what);
      await annotate(noticed.join(', ') || 'no file', 'noticed by');
      expect(noticed).not.toEqual([]);
    });
  }
});
