/** Builds the pages when their sources have changed since the last build. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { fail, pinnedNode, root } from './setup.mjs';

const stamp = join(root, 'build', '.inputs');
const inputs = [
  'contract',
  'public',
  'web',
  'package-lock.json',
  'package.json',
  'react-router.config.ts',
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
  const folder = join(root, 'build', 'client', 'assets');
  for (const name of readdirSync(folder)) {
    if (!/\.(js|css|svg|json)$/.test(name)) continue;
    const bytes = readFileSync(join(folder, name));
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
  }
}

/** Builds the pages to build/, or ends the process with the error. */
export function build() {
  const hash = inputsHash();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  console.log('Building the pages …');
  rmSync(stamp, { force: true });
  const result = spawnSync(
    pinnedNode,
    [join(root, 'node_modules', '.bin', 'react-router'), 'build'],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, NODE_ENV: 'production' },
    },
  );
  if (result.status !== 0) {
    fail(
      'The pages could not be built: see the message above.',
      `${result.stdout}${result.stderr}`,
    );
  }
  compressAssets();
  writeFileSync(stamp, hash);
}
