/** Playwright's global setup: builds the pages when their sources changed, so that no test runs on a stale build. */
import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';

const root = dirname(dirname(import.meta.dirname));

export default function setup(): void {
  const command = ['scripts/run.mjs', '--build'];
  const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('The pages could not be built: see the message above.');
}
