/** Finds the Chromium for the browser tests; installs it with apt-get when running as root. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const shell = 'chromium-headless-shell';

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function findInPath(...candidates: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).concat('/usr/bin', '/snap/bin');
  return candidates
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find(isExecutable);
}

/** Path of CHROMIUM_PATH or of the first browser found in PATH; undefined when there is none. */
export function findChromium(): string | undefined {
  const given = process.env.CHROMIUM_PATH;
  if (given) return isExecutable(given) ? given : undefined;
  return findInPath(...names);
}

/** Path of Chromium's headless build, which is faster; undefined when there is none. */
export function findHeadlessShell(): string | undefined {
  return findInPath(shell);
}

/** Launches the browser at `path` without background services that use the network. */
export const launchOptions = (path = findHeadlessShell() ?? findChromium()) => ({
  ...(path === undefined ? {} : { executablePath: path }),
  args: [
    // Chromium can't use its sandbox as root.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});

function apt(...args: string[]): string | undefined {
  const result = spawnSync('apt-get', args, {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    maxBuffer: 64 * 1024 * 1024,
  });
  return result.status === 0 ? undefined : `${result.stdout}${result.stderr}`;
}

/** Path of a Chromium, installed when possible; throws an error that explains how to install it. */
export function ensureChromium(): string {
  const found = findChromium();
  if (found) return found;
  const how =
    'Install one (on Debian: apt-get install chromium) or name it in CHROMIUM_PATH, then try again.';
  if (process.env.CHROMIUM_PATH) {
    throw new Error(`CHROMIUM_PATH is ${process.env.CHROMIUM_PATH}, which cannot be run. ${how}`);
  }
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) {
    throw new Error(`The browser tests need Chromium, and none was found. ${how}`);
  }
  console.log('Installing Chromium with apt-get …');
  const install = (name: string) => apt('install', '-y', '-q', '--no-install-recommends', name);
  const problem = apt('update', '-q') ?? install('chromium');
  // Optional: not every distribution has it, and Chromium works too, but slower.
  if (!problem) install(shell);
  const installed = findChromium();
  if (problem || !installed) {
    throw new Error(`${problem ?? ''}\nChromium could not be installed with apt-get. ${how}`);
  }
  return installed;
}
