/** The titles of tests and suites, read from the source of a test file. */
import { isNode, type Node, readSource, walk } from '../../scripts/boundaries/source.ts';

/** Functions that take a title first, our own included. */
const takesTitle =
  /^(test|it|describe|onBothDatabases|onBothWhenFull|sqliteOnly|sqliteUnlessFull|postgresOnly)$/;

/** The first name of a callee: `test` for test.each(rows) and test.runIf(x). */
function nameOf(callee: unknown): string {
  if (!isNode(callee)) return '';
  if (callee.type === 'Identifier') return String(callee.name);
  return nameOf(callee.type === 'CallExpression' ? callee.callee : callee.object);
}

/** The raw text of a string or a template, with '…' for each expression. */
function textOf(node: unknown): string | null {
  if (!isNode(node)) return null;
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis)) return null;
  return node.quasis.map((part: { value: { cooked: string } }) => part.value.cooked).join('…');
}

/** Whether it declares what runs in full runs alone, as in `test.runIf(isFull)('…')` or by the tag of Playwright. */
const isForFull = (node: Node, text: string) =>
  isNode(node.callee) &&
  (/\.runIf\(isFull\)/.test(text.slice(node.callee.start, node.callee.end)) ||
    /^[^(]*\('[^'\n]*', \{\s*tag: '@full'/.test(text.slice(node.start, node.end)));

/** The titles in source order; titles of test.each keep their placeholders. */
export function titlesIn(path: string, text: string): string[] {
  return calls(path, text).map(({ title }) => title);
}

/** The titles of what `npm test` runs. */
export function titlesInShortRun(path: string, text: string): string[] {
  if (/\.full\.(test|spec)\.tsx?$/.test(path)) return [];
  const found = calls(path, text);
  const full = found.map(({ node }) => node).filter((node) => isForFull(node, text));
  return found
    .filter(({ node }) => !full.some(({ start, end }) => start <= node.start && node.end <= end))
    .map(({ title }) => title);
}

function calls(path: string, text: string): { title: string; node: Node }[] {
  const found: { title: string; node: Node }[] = [];
  for (const statement of readSource(path, text).body) {
    walk(statement, (node: Node) => {
      if (node.type !== 'CallExpression' || !takesTitle.test(nameOf(node.callee))) return;
      const title = Array.isArray(node.arguments) ? textOf(node.arguments[0]) : null;
      if (title !== null) found.push({ title, node });
    });
  }
  return found;
}
