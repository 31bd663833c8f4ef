/**
 * node scripts/run.mjs [--tests] [--build] <arguments for the pinned Node …>
 * Installs, with --tests also what tests and checks need, with --build also builds the pages, then runs the pinned
 * Node and exits with its code.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { build } from './build.mjs';
import { pinnedNode, root, setup } from './setup.mjs';

const args = process.argv.slice(2);
const has = (option) => args[0] === option && args.shift() === option;
const withTests = has('--tests');
const wantsBuild = has('--build');

setup({ withTests });
if (wantsBuild) build();

if (args.length > 0) {
  // React is two to three times slower outside production mode.
  const env = wantsBuild ? { NODE_ENV: 'production', ...process.env } : process.env;
  const child = spawn(pinnedNode, args, { cwd: root, env, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => child.kill(signal));
  }
  child.on('error', (error) => {
    console.error(`${pinnedNode} could not be started: ${error.message}`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (constants.signals[signal] ?? 0);
  });
}
