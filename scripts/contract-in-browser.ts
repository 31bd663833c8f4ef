/** What browsers get of contract/: endpoints without their schemas, and only the schemas that forms check. */
import type { Plugin } from 'vite';

/** Properties of an endpoint that the server alone reads. Forms import the schema of a body by its own name. */
const serverOnly = ['summary', 'params', 'query', 'body', 'reply', 'failures', 'invalid'];

type Node = { type: string; start: number; end: number } & Record<string, unknown>;
type Edit = { start: number; end: number; text: string };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

function* childrenOf(node: Node): Generator<Node> {
  for (const value of Object.values(node).flat()) if (isNode(value)) yield value;
}

function hasCall(node: Node): boolean {
  if (/^(CallExpression|NewExpression)$/.test(node.type)) return true;
  if (/Function/.test(node.type)) return false;
  return [...childrenOf(node)].some(hasCall);
}

/** Removes the server's properties of each `endpoint({…})` in a node. */
function* removals(node: Node): Generator<Edit> {
  const [definition] = node.type === 'CallExpression' ? (node.arguments as Node[]) : [];
  const isEndpoint = (node.callee as { name?: string } | undefined)?.name === 'endpoint';
  if (isEndpoint && definition?.type === 'ObjectExpression') {
    const properties = definition.properties as (Node & { key?: { name?: string } })[];
    for (const [index, { key, start, end }] of properties.entries()) {
      if (!serverOnly.includes(key?.name ?? '')) continue;
      yield { start, end: properties[index + 1]?.start ?? end, text: '' };
    }
    return;
  }
  for (const child of childrenOf(node)) yield* removals(child);
}

/** Lets the bundler drop the constants of a module that nobody uses, although calls make them. */
function* pureConstants(program: Node): Generator<Edit> {
  for (const statement of program.body as Node[]) {
    const declaration = isNode(statement.declaration) ? statement.declaration : statement;
    if (declaration.type !== 'VariableDeclaration') continue;
    for (const { init } of declaration.declarations as { init: Node | null }[]) {
      if (!init || !hasCall(init)) continue;
      yield { start: init.start, end: init.start, text: '/* @__PURE__ */ (() => (' };
      yield { start: init.end, end: init.end, text: '))()' };
    }
  }
}

/** Building a schema is slow: those of the portal's first screen took a phone a sixth of its start. */
export function contractInBrowser(): Plugin {
  return {
    name: 'contract-in-browser',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/contract\/((wire|company|rules|text)\/)?[\w-]+\.ts$/ },
      handler(code) {
        const program = this.parse(code) as unknown as Node;
        const edits = [...removals(program), ...pureConstants(program)];
        const kept = edits
          .sort((a, b) => b.start - a.start)
          .reduce(
            (text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end),
            code,
          );
        return { code: kept, moduleSideEffects: false };
      },
    },
  };
}
