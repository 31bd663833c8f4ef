/** Rules about texts in two languages (decision 066). */
import { parseSync } from 'vite';

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

export interface TextViolation {
  /** Offset in the file. */
  at: number;
  why: string;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

/** Also without the names of American registers, which both languages use. */
const hasWords = (text: string) =>
  /\p{L}{2}/u.test(text.replace(/&\w+;|\b(USDOT|MC|FMCSA|CDL|VIN|GPS|PDF)\b/g, ''));

/** The fixed text of a string or a template; null for any other expression. */
function textOf(node: unknown): string | null {
  if (!isNode(node)) return null;
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type !== 'TemplateLiteral') return null;
  const parts = node.quasis as { value: { cooked: string } }[];
  return parts.map(({ value }) => value.cooked).join('…');
}

const isText = (node: Node) =>
  node.type === 'CallExpression' && (node.callee as { name?: string }).name === 't';

/** Attributes and properties whose texts people read. */
const shown =
  /^(alt|title|label|placeholder|hint|text|ask|aria-(label|description|roledescription|valuetext))$/;

/** Words that our Spanish doesn't use: it says usted, and not what merely sounds like the English (docs/glossary.md). */
const refused =
  /(?<!\p{L})(tú|tu|tus|ti|contigo|puedes|tienes|debes|eres|quieres|aplicar|aplique|aplicante|locación|remover|remueva|vehículos personales|compañía de camiones|entrenamiento|soporte|e-?mail|login|website|click|clic aquí)(?!\p{L})/iu;

const parsed = (path: string, code: string) => parseSync(path, code).program as unknown as Node;

function* visit(node: Node, inFunction = false): Generator<{ node: Node; inFunction: boolean }> {
  yield { node, inFunction };
  const inside = inFunction || /Function/.test(node.type);
  for (const child of childrenOf(node)) yield* visit(child, inside);
}

/** Names that a file imports from files of messages. */
function messagesIn(program: Node): Set<string> {
  const imports = (program.body as Node[]).filter(({ type }) => type === 'ImportDeclaration');
  const ofMessages = imports.filter(({ source }) =>
    /\/messages(\/[\w-]+)?\.ts$/.test((source as { value: string }).value),
  );
  const names = ofMessages.flatMap(({ specifiers }) => specifiers as Node[]);
  return new Set(names.map(({ local }) => (local as { name: string }).name));
}

/** What a page reads while its module loads, when no request has a language yet. */
export function* readWhileLoading(path: string, code: string): Generator<TextViolation> {
  const program = parsed(path, code);
  const messages = messagesIn(program);
  for (const { node, inFunction } of visit(program)) {
    if (inFunction) continue;
    const { type, start: at, object } = node;
    const isMessage =
      type === 'MemberExpression' && messages.has((object as { name?: string }).name ?? '');
    if (isText(node) || isMessage) {
      yield {
        at,
        why: 'is read while the module loads, in English on the server: make it a function',
      };
    }
  }
}

/** The text that a node shows to people; null when it shows none. */
function shownText({ type, value, key, name }: Node): string | null {
  if (type === 'JSXText') return String(value);
  const label = type === 'JSXAttribute' ? name : type === 'Property' ? key : null;
  if (!label || !shown.test(String((label as Node).name ?? (label as Node).value))) return null;
  return textOf(isNode(value) && isNode(value.expression) ? value.expression : value);
}

/** Texts of a component that are in English only. */
export function* englishOnly(path: string, code: string): Generator<TextViolation> {
  let translatedUntil = 0;
  for (const { node } of visit(parsed(path, code))) {
    if (isText(node)) translatedUntil = Math.max(translatedUntil, Number(node.end));
    // The markup of a `t(…)` is in both languages.
    if (node.start < translatedUntil || !hasWords(shownText(node) ?? '')) continue;
    yield { at: node.start, why: 'is in English only: use t(…) or a message' };
  }
}

/** The Spanish texts of a file: all of one that is named `….es.ts`, and the second of each `t(…)`. */
function* spanishIn(path: string, code: string): Generator<Node> {
  const program = parsed(path, code);
  if (path.endsWith('.es.ts')) {
    for (const { node } of visit(program)) if (textOf(node) !== null) yield node;
    return;
  }
  for (const { node } of visit(program)) {
    const [, spanish] = isText(node) ? (node.arguments as Node[]) : [];
    if (spanish) for (const { node: inner } of visit(spanish)) yield inner;
  }
}

/** Words in Spanish texts that the glossary refuses. */
export function* refusedSpanish(path: string, code: string): Generator<TextViolation> {
  for (const node of spanishIn(path, code)) {
    const text = node.type === 'JSXText' ? String(node.value) : textOf(node);
    const [word] = (text && refused.exec(text)) || [];
    if (word) yield { at: node.start, why: `“${word}” isn't the word of docs/glossary.md` };
  }
}

/** The names of the messages of a file's objects. */
export function* messageNames(path: string, code: string): Generator<{ name: string; at: number }> {
  const { body } = parsed(path, code);
  const exported = (body as Node[]).filter(({ type }) => type === 'ExportNamedDeclaration');
  for (const statement of exported) {
    const object = [...visit(statement)].find(({ node }) => node.type === 'ObjectExpression');
    for (const { start: at, key } of (object?.node.properties ?? []) as Node[]) {
      yield { name: String((key as Node).name ?? (key as Node).value), at };
    }
  }
}
