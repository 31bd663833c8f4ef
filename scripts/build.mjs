/** Builds the pages and the server when their sources have changed since the last build. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { freshBundle } from '../server/bundle.mjs';
import { fail, pinnedNode, root } from './setup.mjs';

const stamp = join(root, 'build', '.inputs');
const inputs = [
  'contract',
  'public',
  'web',
  'package-lock.json',
  'package.json',
  'react-router.config.ts',
  'scripts/build-service-worker.ts',
  'scripts/build.mjs',
  'scripts/contract-in-browser.ts',
  'scripts/supported-browsers.ts',
  'tsconfig.json',
  'vite.config.ts',
];

function filesUnder(path) {
  if (!existsSync(join(root, path))) return [];
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesUnder(`${path}/${name}`));
}

function inputsHash() {
  const hash = createHash('sha256');
  for (const path of inputs.flatMap(filesUnder)) {
    if (/\.(test|spec)\.tsx?$/.test(path)) continue;
    hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  }
  return hash.digest('hex');
}

/** Compresses the browser's files at build time, so that no request waits for it. */
function compressAssets() {
  const folder = join(root, 'build', 'client');
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!/\.(js|css|svg|json)$/.test(name)) continue;
    const bytes = readFileSync(join(folder, name));
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
  }
}

/** Runs a script on the pinned Node, or ends the process with its error. */
function run(script, ...args) {
  const { status, stdout, stderr } = spawnSync(pinnedNode, [join(root, script), ...args], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) fail('The build failed: see the message above.', `${stdout}${stderr}`);
}

/** Builds the pages and the server to build/, as far as they are stale. */
export function build() {
  const hash = inputsHash();
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== hash) {
    console.log('Building the pages …');
    rmSync(stamp, { force: true });
    run('node_modules/.bin/react-router', 'build');
    run('scripts/build-service-worker.ts');
    compressAssets();
    writeFileSync(stamp, hash);
  }
  if (!freshBundle()) run('scripts/build-server.mjs');
}
