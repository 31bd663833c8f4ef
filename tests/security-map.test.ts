/** docs/security.md lists every ASVS requirement once, and each test, file and section that it names exists. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { titlesIn } from './harness/test-titles.ts';

const root = dirname(import.meta.dirname);
const document = 'docs/security.md';
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Requirements of OWASP ASVS 5.0.0 at levels 1 and 2, and those of level 3 that we also meet. */
const required = { '1': 70, '2': 183, '3': 13 };

interface Row {
  id: string;
  level: string;
  meaning: string;
  proof: string;
}

/** The rows of the tables whose first cell is an id. */
function rowsIn(text: string): Row[] {
  const rows = text.split('\n').filter((line) => /^\|\s*\d+\.\d+\.\d+\s*\|/.test(line));
  return rows.map((line) => {
    const [, id = '', level = '', meaning = '', ...proof] = line
      .replace(/\|\s*$/, '')
      .split('|')
      .map((cell) => cell.trim());
    return { id, level, meaning, proof: proof.join('|') };
  });
}

/** The links of a proof, each with the titles in quotes that follow it. */
function citationsIn(proof: string): { target: string; titles: string[] }[] {
  const links = [...proof.matchAll(/\[[^\]]+\]\(([^)]+)\)((?:[,;]?\s*"[^"]*")*)/g)];
  return links.map(([, target = '', titles = '']) => ({
    target,
    titles: [...titles.matchAll(/"([^"]*)"/g)].map(([, title = '']) => title),
  }));
}

/** The anchors that GitHub gives to the headings of a document. */
function anchorsIn(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

const titles = new Map<string, string[]>();

/** The titles of a test file, read once. */
function titlesOf(path: string, text: string): string[] {
  const found = titles.get(text) ?? titlesIn(path, text);
  titles.set(text, found);
  return found;
}

interface Repository {
  /** Text by path from the root; undefined when the file doesn't exist. */
  read: (path: string) => string | undefined;
}

/** What is wrong with a citation: its file, section or titles don't exist. */
function citationProblems(
  { target, titles: cited }: ReturnType<typeof citationsIn>[number],
  repo: Repository,
) {
  const [file = '', anchor] = target.split('#');
  const path = file === '' ? document : join(dirname(document), file);
  const text = repo.read(path);
  if (text === undefined) return [`${path} doesn't exist`];
  if (anchor !== undefined && !anchorsIn(text).includes(anchor)) {
    return [`${path} has no section #${anchor}`];
  }
  if (!/\.(test|spec)\.tsx?$/.test(path)) return [];
  if (cited.length === 0) return [`names no test of ${path}`];
  const known = titlesOf(path, text);
  return cited.flatMap((title) => {
    const found = known.filter((one) => one.includes(title));
    if (found.length === 1 || found.includes(title)) return [];
    return [`${path} has ${found.length} tests with '${title}' in their title`];
  });
}

/** What is wrong with a row; `listed` is the text of the list of exceptions. */
function rowProblems({ id, meaning, proof }: Row, listed: string, repo: Repository): string[] {
  const found: string[] = [];
  if (meaning === '') found.push('does not say what it means');
  const citations = citationsIn(proof);
  const isReasoned = /(^|\. |; )(Exception|Does not apply): \S/.test(proof);
  if (citations.length === 0 && !isReasoned) found.push('has no proof');
  found.push(...citations.flatMap((citation) => citationProblems(citation, repo)));
  const isListed = new RegExp(`\\b${id.replaceAll('.', '\\.')}\\b(?!\\.\\d)`).test(listed);
  if (/Exception: /.test(proof) !== isListed) {
    found.push(
      isListed ? 'is listed as an exception but is none' : 'is not listed as an exception',
    );
  }
  return found;
}

/** What is wrong with the document. */
function problems(text: string, repo: Repository): string[] {
  const rows = rowsIn(text);
  const ids = rows.map(({ id }) => id);
  const listed = /^## Exceptions$([\s\S]*?)^## /m.exec(text)?.[1] ?? '';
  return [
    ...ids.filter((id, at) => ids.indexOf(id) < at).map((id) => `${id} is listed twice`),
    ...rows.flatMap((row) => rowProblems(row, listed, repo).map((one) => `${row.id} ${one}`)),
  ];
}

const files = new Set(
  globSync(['*.md', '{contract,docs,scripts,server,tests,web}/**/*.*', 'package.json', '.npmrc'], {
    cwd: root,
  }),
);
const repository: Repository = {
  read: (path) => (files.has(relative('.', path)) ? read(path) : undefined),
};

test('the security document has every ASVS requirement once, and every test that it names exists', () => {
  const levels = Object.groupBy(rowsIn(read(document)), ({ level }) => level);
  const counts = Object.entries(levels).map(([level, rows = []]) => [level, rows.length]);
  expect(Object.fromEntries(counts)).toEqual(required);
  expect(problems(read(document), repository)).toEqual([]);
});

const planted: Record<string, string> = {
  'docs/operations.md': '# Operations\n\n## Limits on senders\n',
  'tests/a.test.ts': "describe('a suite', () => { test('one (A1)', f); test('one (A2)', f); });",
};

test.each([
  ['1.1.1 is listed twice', '| 1.1.1 | 1 | x | x |\n| 1.1.1 | 1 | x | x |'],
  ['1.1.1 has no proof', '| 1.1.1 | 1 | x | certainly |'],
  ['1.1.1 is not listed as an exception', '| 1.1.1 | 1 | x | Exception: x. |'],
  ["tests/b.test.ts doesn't exist", '| 1.1.1 | 1 | x | [b](../tests/b.test.ts) "one" |'],
  ['names no test of tests/a.test.ts', '| 1.1.1 | 1 | x | [a](../tests/a.test.ts) |'],
  ["has 0 tests with 'gone'", '| 1.1.1 | 1 | x | [a](../tests/a.test.ts) "a suite", "gone" |'],
  ['has no section #other', '| 1.1.1 | 1 | x | [x](operations.md#other) |'],
])('reports that %s: %s', (problem, rows) => {
  const repo = { read: (path: string) => planted[path] };
  const text = `## Exceptions\n\n- none\n\n## 1\n\n${rows}\n`;
  expect(problems(text, repo).join('\n')).toContain(problem);
});
