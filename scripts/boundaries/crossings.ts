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

interface Statements {
  files: RegExp;
  why: string;
  /** The nodes in which a statement or expression breaks the rule. */
  find: (node: Node, source: Source) => readonly Node[];
}

const sqlMethod = /^(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)$/;

/** The names that a file imports from the contract, without messages. */
const importedFromContract = ({ body }: Source): string[] =>
  body
    .filter(({ type, source }) => {
      const from = isNode(source) ? String(source.value) : '';
      return type === 'ImportDeclaration' && /^#contract\/(?!messages\/)/.test(from);
    })
    .flatMap(({ specifiers }) => [specifiers].flat().filter(isNode))
    .map(({ local }) => nameOf(local));

const statements: Statements[] = [
  {
    files: /^web\//,
    why: "browsers don't get the schemas of an endpoint: import a body's schema by its name",
    find: (node, source) =>
      node.type === 'MemberExpression' &&
      /^(params|query|body|reply)$/.test(nameOf(node.property)) &&
      importedFromContract(source).includes(nameOf(node.object))
        ? [node]
        : [],
  },
  {
    files: /^server\/features\/(?!.*\.queries\.ts$)/,
    why: 'SQL belongs in *.queries.ts and server/database only',
    find: (node) =>
      node.type === 'CallExpression' &&
      isNode(node.callee) &&
      sqlMethod.test(nameOf(node.callee.property))
        ? [node]
        : [],
  },
  {
    files: /^server\//,
    why: 'inside a transaction every query goes through tx: on SQLite the outer db waits for itself',
    find: (node, { text }) =>
      node.type === 'CallExpression' &&
      isNode(node.callee) &&
      /transaction/i.test(text.slice(node.callee.start, node.callee.end))
        ? outerDbIn(node)
        : [],
  },
  {
    files: /^server\/features\//,
    why: "features don't know the database: what the two spell differently is a function of server/database",
    find: (node) =>
      node.type === 'Identifier' && /^([eE]ngine|isPostgres)$/.test(nameOf(node)) ? [node] : [],
  },
];

/** What statements do that their file may not. */
function misuseIn(source: Source): { start: number; why: string }[] {
  const found: { start: number; why: string }[] = [];
  const rules = statements.filter(({ files }) => files.test(source.path));
  for (const statement of source.body) {
    walk(statement, (node) => {
      for (const { why, find } of rules) {
        found.push(...find(node, source).map(({ start }) => ({ start, why })));
      }
    });
  }
  return found;
}

/** The boundaries that a file of what ships crosses. */
export function crossingsIn(path: string, text: string): Violation[] {
  if (!/^(contract|server|web)\/(?!.*\.test\.)/.test(path)) return [];
  const source = readSource(path, text);
  const lineAt = (start: number) => text.slice(0, start).split('\n').length;
  const imports = source.imports.flatMap((one) =>
    crossedBy(path, one).map((why) => ({ start: one.start, why })),
  );
  return [...imports, ...misuseIn(source)].map(({ start, why }) => ({ line: lineAt(start), why }));
}
