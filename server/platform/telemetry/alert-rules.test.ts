/** Prometheus' own check of the alert rules, and their unit tests, where its promtool is installed. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../runtime/root.ts';

const isInstalled = spawnSync('promtool', ['--version']).status === 0;

test.for([
  ['check', 'prometheus-alerts.yml'],
  ['test', 'prometheus-alerts.test.yml'],
])('promtool %s rules %s succeeds', ([command = '', file = ''], { skip }) => {
  skip(!isInstalled, "needs promtool, of Debian's package prometheus");
  const { status, stdout, stderr } = spawnSync('promtool', [command, 'rules', file], {
    cwd: join(root, 'docs'),
    encoding: 'utf8',
  });
  expect(status, `${stdout}${stderr}`).toBe(0);
});
