/**
 * npm run release -- <folder>
 * Copies what runs in production to a new folder: the built pages and server, the sources of its workers and of the
 * admin commands, the packages that these import, and the pinned Node. The container image has nothing else.
 */
import {
  cpSync,
  existsSync,
  globSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
// @ts-expect-error: JavaScript without types, because the server loads it before its limits of memory hold
import { bundleDir, describeSource } from '../server/bundle.mjs';
import { readSource } from './boundaries/source.ts';

const root = dirname(import.meta.dirname);

interface Manifest {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));

/** Imported in development only. */
const notReleased = ['vite'];

/** What no source imports: the S3 driver of flydrive loads the first, and the API docs serve the files of the second. */
const notImported = ['@aws-sdk/s3-request-presigner', '@fastify/swagger-ui'];

/** The names of the packages that these files import when they run, as far as production may. */
function importedPackages(paths: readonly string[]): string[] {
  const allowed = manifestOf('.').dependencies ?? {};
  const targets = paths
    .filter((path) => /\.m?ts$|\.mjs$/.test(path))
    .flatMap((path) => readSource(path, readFileSync(join(root, path), 'utf8')).imports)
    .filter(({ typeOnly, target }) => !typeOnly && target.startsWith('npm:'))
    .map(({ target }) => target.replace(/^npm:((@[^/]+\/)?[^/]+).*$/, '$1'));
  return [...new Set([...targets, ...notImported])].filter(
    (name) => name in allowed && !notReleased.includes(name),
  );
}

/** Where Node finds the package for a file in `from`; null when it isn't installed, such as one for other platforms. */
function locate(name: string, from: string): string | null {
  const path = join(from, 'node_modules', name);
  if (existsSync(join(root, path, 'package.json'))) return path;
  return from === '.' ? null : locate(name, dirname(from));
}

/** The folders of the packages and of everything that they depend on. */
function packageFolders(names: readonly string[]): Set<string> {
  const found = new Set<string>();
  function add(name: string, from: string): void {
    const folder = locate(name, from);
    if (folder === null || found.has(folder)) return;
    found.add(folder);
    const manifest = manifestOf(folder);
    const peers = Object.keys(manifest.peerDependencies ?? {}).filter(
      (peer) => !manifest.peerDependenciesMeta?.[peer]?.optional,
    );
    const others = { ...manifest.dependencies, ...manifest.optionalDependencies };
    for (const next of [...Object.keys(others), ...peers]) add(next, folder);
  }
  for (const name of names) add(name, '.');
  return found;
}

const aside = /^(\.\w+|tests?|__tests__|docs?|examples?|bench(marks?)?)$/;
const unused = /\.([cm]?ts|map|md|markdown|html|lock)$/i;
const legal = /^(licen[cs]e|notice)/i;

/** Whether a package's file runs, or must come along by its license. Nested packages are copied by themselves. */
function isNeeded(folder: string, path: string): boolean {
  const name = basename(path);
  if (legal.test(name)) return true;
  const [top = ''] = relative(folder, path).split('/');
  return name !== 'node_modules' && !aside.test(top) && !unused.test(name);
}

/** Image layers keep whole seconds only: the server would take its bundle for stale. */
function setTimes(folder: string): void {
  const then = new Date('2000-01-01T00:00:00Z');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    lutimesSync(join(folder, name), then, then);
  }
}

/** Copies the release to a folder that must not exist yet or be empty. */
function release(target: string): void {
  const copy = (path: string) => cpSync(join(root, path), join(target, path), { recursive: true });
  const sources = globSync('{contract,server}/**/*.*', { cwd: root }).filter(
    (path) => !/\.test\.tsx?$/.test(path),
  );
  for (const path of [...sources, 'package.json', 'build/app', 'build/client', 'build/server']) {
    copy(path);
  }
  for (const path of packageFolders(importedPackages(sources))) {
    const folder = join(root, path);
    const filter = (source: string) => source === folder || isNeeded(folder, source);
    cpSync(folder, join(target, path), { recursive: true, filter });
  }
  cpSync(process.execPath, join(target, 'node_modules/.bin/node'));
  setTimes(target);
  const list = join(bundleDir(target), 'sources.txt');
  const lines = readFileSync(list, 'utf8').split('\n');
  const kept = lines
    .map((line) => line.split('\t')[0] ?? '')
    .filter((path) => sources.includes(path));
  writeFileSync(list, kept.map((path) => describeSource(path, target)).join('\n'));
}

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('npm run release -- <folder>');
  process.exit(1);
}
const target = resolve(folder);
mkdirSync(target, { recursive: true });
if (readdirSync(target).length > 0) {
  console.error(`${target} isn't empty. Name a new folder.`);
  process.exit(1);
}
release(target);
console.log(`The release is in ${target}.`);
