/** Which files may import which, where SQL may be, and what browsers and transactions may reach. */
import { platformRooms, type Violation } from './names.ts';
import { type Import, isNode, type Node, readSource, type Source, walk } from './source.ts';

interface Rule {
  from: RegExp;
  to: RegExp;
  why: string;
  /** Types may be imported. */
  values?: true;
  /** Of what `from` and `to` captured: whether this import crosses the boundary. */
  crosses?: (own: string, other: string) => boolean;
}

const rules: Rule[] = [
  {
    from: /^contract\//,
    to: /^(?!contract\/|npm:zod(\/mini)?$)/,
    why: 'contract imports zod/mini and itself only',
  },
  {
    from: /^contract\//,
    to: /^npm:zod$/,
    values: true,
    why: 'contract imports zod/mini: zod itself is five times as heavy in the browser',
  },
  { from: /^server\//, to: /^web\//, why: 'server never imports web' },
  { from: /^web\//, to: /^server\//, why: 'web never imports server' },
  {
    from: /^(server|web)\//,
    to: /^(tests|bench|scripts)\//,
    why: 'what ships never imports its tests or tools',
  },
  {
    from: /^server\/(platform|database)\//,
    to: /^server\/features\//,
    why: 'server/platform and server/database know no features',
  },
  {
    from: /^server\/platform\/[^/]+\//,
    to: /^server\/([^/]+\.ts$|admin\/|sample\/)/,
    why: 'server/platform is below what starts the server',
  },
  {
    from: /^server\/platform\/([^/]+)\//,
    to: /^server\/platform\/([^/]+)\//,
    crosses: (own, other) => platformRooms.indexOf(other) < platformRooms.indexOf(own),
    why: 'a room of server/platform imports only those below it',
  },
  {
    from: /\.routes\.ts$/,
    to: /\.queries\.ts$/,
    why: 'three layers: routes call a service, the service calls queries',
  },
  { from: /\.service\.ts$/, to: /\.routes\.ts$/, why: 'a service never imports routes' },
  {
    from: /^(.*\/)[^/]*\.queries\.ts$/,
    to: /^(.*\/)[^/]*\.(?:service|routes)\.ts$/,
    crosses: (own, other) => own === other,
    why: 'queries never import routes or the service above them',
  },
  {
    from: /^server\/features\/([^/]+)\//,
    to: /^server\/features\/([^/]+)\/(?!.*\.service\.ts$)/,
    crosses: (own, other) => own !== other,
    why: 'a feature enters another feature only by its *.service.ts',
  },
  {
    from: /^server\/(?!database\/|.*\.queries\.ts$)/,
    to: /^npm:kysely(\/|$)/,
    values: true,
    why: 'only *.queries.ts and server/database import kysely',
  },
  {
    from: /^server\/(?!database\/|platform\/)/,
    to: /^(npm:pg|node:sqlite)$/,
    values: true,
    why: 'only server/database and server/platform open a database',
  },
  { from: /^web\/public\//, to: /^web\/portal\//, why: 'web/public never imports web/portal' },
  { from: /^web\/portal\//, to: /^web\/public\//, why: 'web/portal never imports web/public' },
  {
    from: /^web\/(ui|lib)\//,
    to: /^web\/(public|portal)\//,
    why: 'web/ui and web/lib know no features',
  },
  {
    from: /^web\/portal\/([^/]+)\//,
    to: /^web\/portal\/([^/]+)\//,
    crosses: (own, other) => own !== 'shell' && other !== 'shared' && own !== other,
    why: 'portal features share code only through web/portal/shared, which imports none; the shell imports them',
  },
];

function crossedBy(path: string, { target, typeOnly }: Import): string[] {
  return rules
    .filter(({ from, to, values, crosses }) => {
      const [own, other] = [from.exec(path), to.exec(target)];
      if (!own || !other || (values && typeOnly)) return false;
      return crosses?.(own[1] ?? '', other[1] ?? '') ?? true;
    })
    .map(({ why }) => why);
}

const nameOf = (node: unknown) => (isNode(node) ? String(node.name ?? '') : '');

/** The `db` inside functions that a transaction runs, unless it is their own parameter. */
function outerDbIn(call: Node): Node[] {
  const found: Node[] = [];
  const search = (node: Node, isInside: boolean, key = ''): void => {
    const isFunction = /Function/.test(node.type);
    const [parameter] = Array.isArray(node.params) ? node.params : [];
    if (isFunction && nameOf(parameter) === 'db') return;
    if (isInside && nameOf(node) === 'db' && key !== 'key') found.push(node);
    for (const [name, value] of Object.entries(node)) {
      // A shorthand property has its name twice.
      for (const child of [value].flat()) {
        if (isNode(child)) search(child, isInside || isFunction, name);
      }
    }
  };
  for (const argument of [call.arguments].flat()) if (isNode(argument)) search(argument, false);
  return found;
}

const sqlMethod = /^(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)$/;

/** What statements do that their file may not. */
function misuseIn({ path, text, body }: Source): [start: number, why: string][] {
  const found: [number, string][] = [];
  const isFeature = path.startsWith('server/features/');
  const schemas = new Set<string>();
  const look = (node: Node) => {
    if (node.type === 'ImportDeclaration' && path.startsWith('web/')) {
      const from = isNode(node.source) ? String(node.source.value) : '';
      if (/^#contract\/(?!messages\/)/.test(from)) {
        for (const one of [node.specifiers].flat()) {
          if (isNode(one)) schemas.add(nameOf(one.local));
        }
      }
    }
    if (node.type === 'MemberExpression' && schemas.has(nameOf(node.object))) {
      if (/^(params|query|body|reply)$/.test(nameOf(node.property))) {
        const why =
          "browsers don't get the schemas of an endpoint: import a body's schema by its name";
        found.push([node.start, why]);
      }
    }
    if (node.type === 'CallExpression' && path.startsWith('server/') && isNode(node.callee)) {
      const { callee } = node;
      if (isFeature && !path.endsWith('.queries.ts') && sqlMethod.test(nameOf(callee.property))) {
        found.push([node.start, 'SQL belongs in *.queries.ts and server/database only']);
      }
      if (/transaction/i.test(text.slice(callee.start, callee.end))) {
        const why =
          'inside a transaction every query goes through tx: on SQLite the outer db waits for itself';
        found.push(...outerDbIn(node).map(({ start }): [number, string] => [start, why]));
      }
    }
    if (isFeature && node.type === 'Identifier' && /^([eE]ngine|isPostgres)$/.test(nameOf(node))) {
      const why =
        "features don't know the database: what the two spell differently is a function of server/database";
      found.push([node.start, why]);
    }
  };
  for (const statement of body) walk(statement, look);
  return found;
}

/** The boundaries that a file of what ships crosses. */
export function crossingsIn(path: string, text: string): Violation[] {
  if (!/^(contract|server|web)\/(?!.*\.test\.)/.test(path)) return [];
  const source = readSource(path, text);
  const lineAt = (start: number) => text.slice(0, start).split('\n').length;
  const imports = source.imports.flatMap((one) =>
    crossedBy(path, one).map((why) => ({ line: lineAt(one.start), why })),
  );
  const misuse = misuseIn(source).map(([start, why]) => ({ line: lineAt(start), why }));
  return [...imports, ...misuse];
}
