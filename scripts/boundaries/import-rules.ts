/** Import boundaries: the arrows of docs/map.md as a table of forbidden imports. */
import { serverOnly } from '../contract-in-browser.ts';
import type { Node, Source, Violation } from './source.ts';

type Boundary = {
  from: RegExp;
  to: RegExp;
  why: string;
  /** `import type` is allowed. */
  runtimeOnly?: boolean;
};

const shipped = /^(contract|server|web)\//;

const boundaries: Boundary[] = [
  {
    from: /^contract\//,
    to: /^(?!contract\/|npm:zod\/mini$|npm:zod$)/,
    why: 'contract imports zod/mini and itself only',
  },
  {
    from: /^contract\//,
    to: /^npm:zod$/,
    why: 'contract imports zod/mini: zod itself is five times as heavy in the browser',
    runtimeOnly: true,
  },
  { from: /^server\//, to: /^web\//, why: 'server never imports web' },
  { from: /^web\//, to: /^server\//, why: 'web never imports server' },
  {
    from: shipped,
    to: /^(tests|bench|scripts)\//,
    why: 'what ships never imports its tests or tools',
  },
  { from: /^web\/public\//, to: /^web\/portal\//, why: 'web/public never imports web/portal' },
  { from: /^web\/portal\//, to: /^web\/public\//, why: 'web/portal never imports web/public' },
  {
    from: /^web\/portal\/shared\//,
    to: /^web\/portal\/(?!shared\/)/,
    why: 'web/portal/shared never imports a feature or the shell',
  },
  {
    from: /^web\/portal\/(?!shell\/)[^/]+\//,
    to: /^web\/portal\/shell\//,
    why: 'the shell imports features, never the reverse',
  },
  {
    from: /^web\/(ui|lib)\//,
    to: /^web\/(public|portal)\//,
    why: 'web/ui and web/lib know no features',
  },
  {
    from: /^server\/(platform|database)\//,
    to: /^server\/features\//,
    why: 'server/platform and server/database know no features',
  },
  {
    from: /\.routes\.ts$/,
    to: /\.queries\.ts$/,
    why: 'three layers: routes call a service, the service calls queries',
  },
  {
    from: /\.service\.ts$/,
    to: /\.routes\.ts$/,
    why: 'a service never imports routes',
  },
  {
    from: /\.queries\.ts$/,
    to: /\.(service|routes)\.ts$/,
    why: 'queries never import a service or routes',
  },
  {
    from: /^(?!server\/database\/|.*\.queries\.ts$)/,
    to: /^npm:kysely(\/|$)/,
    why: 'only *.queries.ts and server/database import kysely',
    runtimeOnly: true,
  },
  {
    from: /^(?!server\/(database|platform)\/)/,
    to: /^(npm:pg|node:sqlite)$/,
    why: 'only server/database and server/platform open a database',
    runtimeOnly: true,
  },
];

const feature = /^server\/features\/([^/]+)\//;

/** Features import each other only through *.service.ts. */
function entersBesideTheService(from: string, to: string): boolean {
  const own = feature.exec(from)?.[1];
  const other = feature.exec(to)?.[1];
  return own !== undefined && other !== undefined && own !== other && !to.endsWith('.service.ts');
}

const portalFeature = /^web\/portal\/(?!shell\/|shared\/)([^/]+)\//;

/** Portal features share code only through web/portal/shared. */
function entersAnotherPortalFeature(from: string, to: string): boolean {
  const own = portalFeature.exec(from)?.[1];
  const other = portalFeature.exec(to)?.[1];
  return own !== undefined && other !== undefined && own !== other;
}

const unseen = "browsers don't get the schemas of an endpoint: import a body's schema by its name";

/** Browsers get endpoints without their schemas, which TypeScript doesn't know. */
function schemaReads({ path, text, body }: Source): Violation[] {
  if (!path.startsWith('web/')) return [];
  const names = body
    .filter((node) =>
      /^#contract\/(?!messages)/.test(String((node.source as Node | undefined)?.value)),
    )
    .flatMap((node) => (node.specifiers ?? []) as (Node & { local: { name: string } })[])
    .map(({ local }) => local.name);
  const reads = new RegExp(`\\b(${names.join('|')})\\.(${serverOnly.join('|')})\\b`, 'g');
  return names.length === 0
    ? []
    : [...text.matchAll(reads)].map(({ index }) => ({ path, start: index, why: unseen }));
}

/** Every import of a shipped file that crosses a boundary. */
export function importViolations(source: Source): Violation[] {
  if (!shipped.test(source.path)) return [];
  return [...crossings(source), ...schemaReads(source)];
}

function crossings(source: Source): Violation[] {
  return source.imports.flatMap(({ target, typeOnly, start }) => {
    const reasons = boundaries
      .filter((boundary) => boundary.from.test(source.path) && boundary.to.test(target))
      .filter((boundary) => !(boundary.runtimeOnly && typeOnly))
      .map((boundary) => boundary.why);
    if (entersBesideTheService(source.path, target)) {
      reasons.push('a feature enters another feature only by its *.service.ts');
    }
    if (entersAnotherPortalFeature(source.path, target)) {
      reasons.push('portal features share code only through web/portal/shared');
    }
    return reasons.map((why) => ({ path: source.path, start, why: `${why} (imports ${target})` }));
  });
}
