import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type {
  CompatData,
  CompatStatement,
  Identifier,
  SimpleSupportStatement,
} from '@mdn/browser-compat-data';
import { expect, it } from 'vitest';
import { oldestBrowsers } from '../scripts/supported-browsers.ts';

// 18 MB of JSON: transforming an import would take 10 seconds.
const bcd: CompatData = createRequire(import.meta.url)('@mdn/browser-compat-data');

const assets = join(import.meta.dirname, '../build/client/assets');

const built = (extension: string) =>
  readdirSync(assets)
    .filter((name) => name.endsWith(extension))
    .map((name) => readFileSync(join(assets, name), 'utf8'))
    .join('\n');

/** APIs that some supported browsers lack, and why that is fine. */
const optional: Record<string, string> = {
  'Error.captureStackTrace': 'Socket.IO asks for it first',
  'Navigator.connection': 'read through ?.',
  'Uint8Array.fromHex': 'pdfkit asks for it first',
  WebTransport: 'Socket.IO asks for it first; our server offers none',
  'Window.navigation': 'read through ?.; other browsers reload when a prefetch fails',
  'Window.requestIdleCallback': 'Safari prefetches after a timer',
  'Window.restore': 'a method of the PDFs of pdfkit',
};

function supports(entry: SimpleSupportStatement, oldest: string): boolean {
  const { version_added: added, version_removed: removed } = entry;
  const isOld = (version: unknown) =>
    typeof version === 'string' && Number.parseFloat(version.replace('≤', '')) <= Number(oldest);
  return (
    isOld(added) && !isOld(removed) && !entry.flags && !entry.prefix && !entry.alternative_name
  );
}

function isEverywhere({ support }: CompatStatement): boolean {
  return Object.entries(oldestBrowsers).every(([browser, oldest]) =>
    [support[browser as keyof typeof oldestBrowsers] ?? []]
      .flat()
      .some((entry) => supports(entry, oldest)),
  );
}

const apis = bcd.api as Identifier;
const builtins = (bcd.javascript as { builtins: Identifier }).builtins;

/** The compatibility data of `Interface` or `Interface.member`; undefined for our own names. */
function compatOf(name: string, member?: string): CompatStatement | undefined {
  for (const tree of [apis, builtins]) {
    const found = tree[name] as Identifier | undefined;
    const entry = member ? (found?.[member] ?? found?.[`${member}_static`]) : found;
    if (entry?.__compat) return entry.__compat;
  }
  return undefined;
}

const instances: Record<string, string> = {
  crypto: 'Crypto',
  document: 'Document',
  globalThis: 'Window',
  history: 'History',
  location: 'Location',
  navigator: 'Navigator',
  performance: 'Performance',
  self: 'Window',
  window: 'Window',
};

it('uses no browser API that a supported browser lacks', () => {
  const code = built('.js');
  const missing = new Set<string>();
  const check = (name: string, member?: string) => {
    const compat = compatOf(name, member);
    if (compat && !isEverywhere(compat)) missing.add(member ? `${name}.${member}` : name);
  };
  for (const [, name = '', member] of code.matchAll(/(?<![.\w$])([A-Za-z][\w$]*)\??\.([\w$]+)/g)) {
    check(instances[name] ?? name, member);
  }
  for (const [, name = ''] of code.matchAll(/\bnew ([A-Z]\w+)/g)) check(name);
  for (const [, name = ''] of code.matchAll(/(?<![.\w$])([a-z]\w+)\(/g)) check('Window', name);
  expect([...missing].sort()).toEqual(Object.keys(optional).sort());
});
