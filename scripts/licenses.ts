/** Writes docs/licenses.md: the license of every package that builds or runs the server, from package-lock.json. */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = dirname(import.meta.dirname);
const page = join(root, 'docs', 'licenses.md');

export interface LockedPackage {
  version: string;
  license?: string;
  integrity?: string;
  resolved?: string;
  dev?: boolean;
  hasInstallScript?: boolean;
}

/** Their package.json names no license in the current form; each has a LICENSE file. */
const fromLicenseFile: Readonly<Record<string, string>> = {
  'png-js': 'MIT',
  'xmlhttprequest-ssl': 'MIT',
};

/** The packages of the lock file by path, without the project itself. */
export function lockedPackages(): Map<string, LockedPackage> {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  return new Map(Object.entries(packages).filter(([path]) => path !== ''));
}

export const nameOf = (path: string): string => path.replace(/^.*node_modules\//, '');

/** License → names of the packages under it; '' collects packages without a license. */
export function licenses(): Map<string, string[]> {
  const found = new Map<string, Set<string>>();
  for (const [path, { license, dev }] of lockedPackages()) {
    if (dev) continue;
    const name = nameOf(path);
    const key = license ?? fromLicenseFile[name] ?? '';
    found.set(key, (found.get(key) ?? new Set()).add(name));
  }
  const sorted = [...found].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return new Map(sorted.map(([license, names]) => [license, [...names].sort()]));
}

export function licensePage(): string {
  const sections = [...licenses()].map(
    ([license, names]) => `## ${license}\n\n${names.map((name) => `- ${name}`).join('\n')}\n`,
  );
  return `# Licenses of the packages that build and run Headrack\n\n\`npm run licenses\` writes this page from package-lock.json. [SECURITY.md](../SECURITY.md) names the licenses that are accepted.\n\n${sections.join('\n')}`;
}

if (import.meta.main) writeFileSync(page, licensePage());
