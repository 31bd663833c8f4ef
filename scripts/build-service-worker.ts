/** Bundles the service worker with the list of what it saves: the pages of employees and what these load. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { canonical, pages } from '#web/portal/pages.ts';

const root = dirname(import.meta.dirname);
const client = join(root, 'build', 'client');

interface Entry {
  module: string;
  imports?: string[];
  css?: string[];
}

function readRouteTable() {
  const name = readdirSync(join(client, 'assets')).find((file) => /^manifest-\w+\.js$/.test(file));
  if (!name) throw new Error('The build has no route table.');
  const text = readFileSync(join(client, 'assets', name), 'utf8');
  const table = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
  return table as { version: string; url: string; entry: Entry; routes: Record<string, Entry> };
}

/** Heavy scripts that few need or that help only with the server in reach, dialogs of the office, and the image for social networks. */
const rare = /^(heic|libheif|og|password-strength|broadcast-dialog|testimonials-dialog)\b/;

/** The files with these names, and all that their texts name, such as scripts that a click loads. */
function withNamed(names: readonly string[]): string[] {
  const found = new Set<string>();
  const waiting = [...names];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const path = join(client, 'assets', name);
    if (found.has(name) || rare.test(name) || !existsSync(path)) continue;
    found.add(name);
    if (!/\.(js|css)$/.test(name) || name.startsWith('manifest-')) continue;
    waiting.push(...(readFileSync(path, 'utf8').match(/[\w.-]+\.(js|css|woff2|svg|png)\b/g) ?? []));
  }
  return [...found].sort();
}

const table = readRouteTable();
const own = pages.filter(({ roles }) => roles !== 'page' && roles.includes('employee'));
const routeIds = [
  'root',
  'public/layout/public-layout',
  'public/login/login-page',
  'portal/shell/portal-layout',
  ...own.map(({ file }) => file.replace(/\.tsx$/, '')),
];
const entries = [table.entry, ...routeIds.map((id) => table.routes[id])];
const assets = withNamed([
  table.url.replace('/assets/', ''),
  ...entries.flatMap((entry) => {
    if (!entry) throw new Error('A page of the portal has no entry in the route table.');
    const { module, imports = [], css = [] } = entry;
    return [module, ...imports, ...css].map((path) => path.replace('/assets/', ''));
  }),
]);
const hashOf = (file: string) =>
  createHash('sha256')
    .update(readFileSync(join(client, file)))
    .digest('hex')
    .slice(0, 16);
const saved = [
  ...assets.map((name) => ({ url: `/assets/${name}`, revision: null })),
  { url: '/favicon.svg', revision: hashOf('favicon.svg') },
  ...['/login', ...own.map(({ href }) => canonical(href))].map((url) => ({
    url,
    revision: table.version,
  })),
];

await build({
  configFile: false,
  root,
  publicDir: false,
  logLevel: 'error',
  define: {
    'process.env.NODE_ENV': '"production"',
    'self.__WB_BUILD': JSON.stringify(table.version),
    'self.__WB_MANIFEST': JSON.stringify(saved),
  },
  build: {
    outDir: client,
    emptyOutDir: false,
    rolldownOptions: {
      input: 'web/service-worker/service-worker.ts',
      output: { format: 'iife', entryFileNames: 'service-worker.js' },
    },
  },
});
