/** Rules about whole files: name, length, purpose and suppressions. */
import type { Source, Violation } from './source.ts';

const maxLines = 300;
const emptyNames = new Set(['utils', 'util', 'helpers', 'helper', 'misc', 'common', 'base']);
const generated = /\.generated\.tsx?$/;
const test = /\.(test|spec)\.tsx?$/;

function stemViolations({ path }: Source): Violation[] {
  return path
    .split('/')
    .map((part) => part.split('.')[0] ?? '')
    .filter((stem) => emptyNames.has(stem) || emptyNames.has(stem.split('-').at(-1) ?? ''))
    .map((stem) => ({
      path,
      start: 0,
      why: `'${stem}' says nothing: name it after what it is for`,
    }));
}

function lengthViolations({ path, text }: Source): Violation[] {
  const lines = text.trimEnd().split('\n').length;
  if (lines <= maxLines || test.test(path) || generated.test(path)) return [];
  return [{ path, start: 0, why: `${lines} lines; ${maxLines} is the stop, aim at 150` }];
}

function barrelViolations({ path, body }: Source): Violation[] {
  const isReExport = (type: string, source: unknown) =>
    type === 'ExportAllDeclaration' || (type === 'ExportNamedDeclaration' && source);
  if (body.length === 0 || !body.every((node) => isReExport(node.type, node.source))) return [];
  return [{ path, start: 0, why: 'a barrel: import from the file that has it' }];
}

const forbidden = /^[\s*]*(@ts-ignore|@ts-nocheck|eslint-disable)/;
const suppression =
  /^[\s*]*(@ts-expect-error|biome-ignore(?:-all|-start|-end)?|(?:v8|c8|istanbul) ignore)(.*)/;

function suppressionViolations({ path, comments }: Source): Violation[] {
  return comments.flatMap(({ value, start }) => {
    const banned = forbidden.exec(value);
    if (banned) return [{ path, start, why: `${banned[1]} is not used here` }];
    const [, name, rest = ''] = suppression.exec(value) ?? [];
    const reason = rest.replace(/^[^:]*:/, '').trim();
    // At least two words: a rule name or 'todo' alone explains nothing.
    if (!name || (rest.includes(':') && reason.split(/\s+/).length > 1)) return [];
    return [{ path, start, why: `${name} needs a reason after a colon` }];
  });
}

export function fileViolations(source: Source): Violation[] {
  return [
    ...stemViolations(source),
    ...lengthViolations(source),
    ...barrelViolations(source),
    ...suppressionViolations(source),
  ];
}
