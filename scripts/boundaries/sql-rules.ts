/** Limits where SQL may appear, and requires queries inside a transaction to use it. */
import { isNode, type Node, type Source, type Violation, walk } from './source.ts';

const builders = new Set(['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto']);

function nameOf(value: unknown): string | undefined {
  return isNode(value) && value.type === 'Identifier' ? String(value.name) : undefined;
}

/** SQL text only in *.queries.ts and server/database; outside features the query builder is allowed anywhere. */
function outerDbViolations({ path, body }: Source): Violation[] {
  if (path.startsWith('server/database/') || path.endsWith('.queries.ts')) return [];
  const found: Violation[] = [];
  const why = 'SQL belongs in *.queries.ts and server/database only';
  for (const statement of body) {
    walk(statement, (node) => {
      const tag = node.type === 'TaggedTemplateExpression' ? nameOf(node.tag) : undefined;
      const method = node.type === 'MemberExpression' ? nameOf(node.property) : undefined;
      const builds = path.startsWith('server/features/') && method && builders.has(method);
      if (tag === 'sql' || builds) found.push({ path, start: node.start, why });
    });
  }
  return found;
}

const isFunction = (node: Node) =>
  node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression';

/** The callbacks of db.transaction().execute(…), transaction(db, …) and functions with such names. */
function transactionCallbacks(source: Source): Node[] {
  const callbacks: Node[] = [];
  for (const statement of source.body) {
    walk(statement, (node) => {
      if (node.type !== 'CallExpression' || !isNode(node.callee)) return;
      const callee = source.text.slice(node.callee.start, node.callee.end);
      if (!/transaction/i.test(callee) || !Array.isArray(node.arguments)) return;
      callbacks.push(...node.arguments.filter(isNode).filter(isFunction));
    });
  }
  return callbacks;
}

function transactionViolations(source: Source): Violation[] {
  const { path } = source;
  const found: Violation[] = [];
  for (const callback of transactionCallbacks(source)) {
    const parameters = Array.isArray(callback.params) ? callback.params : [];
    if (parameters.some((parameter) => nameOf(parameter) === 'db') || !isNode(callback.body)) {
      continue;
    }
    walk(callback.body, (node, key, parent) => {
      // { db: tx } names a property; { db } is visited a second time as the value.
      const isName = key === 'key' && parent?.type === 'Property';
      if (nameOf(node) !== 'db' || isName) return;
      const why =
        'inside a transaction every query goes through tx: on SQLite the outer db waits for itself';
      found.push({ path, start: node.start, why });
    });
  }
  return found;
}

export function sqlViolations(source: Source): Violation[] {
  if (!source.path.startsWith('server/') && !source.path.startsWith('web/')) return [];
  return [...outerDbViolations(source), ...transactionViolations(source)];
}
