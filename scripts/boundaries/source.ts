/** Parses a source file into its imports, comments and syntax tree. */
import { posix } from 'node:path';
import { parseSync } from 'vite';

export type Node = { type: string; start: number; end: number; [key: string]: unknown };

/** target: a path in this repository, or npm:name for a package, or node:name for a part of Node. */
export type Import = { target: string; typeOnly: boolean; start: number };

export type Source = {
  path: string;
  text: string;
  body: Node[];
  imports: Import[];
  comments: { value: string; start: number }[];
};

export function isNode(value: unknown): value is Node {
  return (
    typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string'
  );
}

/** Calls visit for the node and its descendants; key is the parent's property that holds the node. */
export function walk(
  node: Node,
  visit: (node: Node, key: string, parent?: Node) => void,
  key = '',
  parent?: Node,
): void {
  visit(node, key, parent);
  for (const [name, value] of Object.entries(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) walk(child, visit, name, node);
    }
  }
}

function targetOf(specifier: string, path: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier);
  return specifier.startsWith('node:') ? specifier : `npm:${specifier}`;
}

function isTypeOnly(node: Node): boolean {
  if (node.type === 'TSImportType') return true;
  if (node.importKind === 'type' || node.exportKind === 'type') return true;
  const specifiers = Array.isArray(node.specifiers) ? node.specifiers.filter(isNode) : [];
  return (
    specifiers.length > 0 &&
    specifiers.every(
      (specifier) => specifier.importKind === 'type' || specifier.exportKind === 'type',
    )
  );
}

/** Parses the file; throws with its name when it is not valid TypeScript. */
export function readSource(path: string, text: string): Source {
  const { program, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const statements: unknown[] = program.body;
  const body = statements.filter(isNode);
  const imports: Import[] = [];
  for (const statement of body) {
    walk(statement, (node) => {
      const source = node.source;
      if (isNode(source) && typeof source.value === 'string') {
        const target = targetOf(source.value, path);
        imports.push({ target, typeOnly: isTypeOnly(node), start: node.start });
      }
    });
  }
  return { path, text, body, imports, comments };
}
