/** Requirements and promises have tests with their ids, and every document that a file names exists. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { titlesIn, titlesInShortRun } from './harness/test-titles.ts';

const root = dirname(import.meta.dirname);
const id = '[A-Z]+[0-9]+';
function idsIn(requirements: string): string[] {
  return [...requirements.matchAll(new RegExp(`^- \\*\\*(${id})\\*\\* \\S`, 'gm'))].map(
    ([, found]) => found ?? '',
  );
}

/** The differences between the known ids and the titles; those of requirements count in parentheses only. */
function problems(known: readonly string[], titles: readonly string[]): string[] {
  const asserted = new Set<string>();
  const found: string[] = [];
  for (const title of titles) {
    const lists = [...title.matchAll(new RegExp(`\\((${id}(?:, ${id})*)\\)`, 'g'))];
    for (const [, list = ''] of lists) for (const one of list.split(', ')) asserted.add(one);
    for (const [one] of title.matchAll(/\b(SEC|FLT|LOAD)\d+\b/g)) asserted.add(one);
    if (new RegExp(`\\(${id} (to|and|–|-) |^${id}:`).test(title)) {
      found.push(`not in the form (A3, G7): ${title}`);
    }
  }
  for (const one of known) if (!asserted.has(one)) found.push(`no test title names ${one}`);
  for (const one of asserted) {
    if (!known.includes(one)) found.push(`unknown id ${one}`);
  }
  if (new Set(known).size < known.length) found.push('an id is repeated');
  return found;
}

/** What `npm test` can't prove in a short form, with the reason. */
const withoutOtherWork = 'a figure that needs a machine without other work, for minutes';
const onlyInFullRuns: Record<string, string> = {
  LOAD1: withoutOtherWork,
  LOAD2: withoutOtherWork,
  LOAD3: withoutOtherWork,
  LOAD4: withoutOtherWork,
  LOAD5: withoutOtherWork,
  LOAD6: withoutOtherWork,
  LOAD9: 'a company of a million rows takes minutes to make',
};

test('every requirement and promise is named by a test of `npm test`, and every id in a title is known', () => {
  const [requirements = [], promises = []] = ['docs/requirements.md', 'docs/trust.md'].map((path) =>
    idsIn(readFileSync(join(root, path), 'utf8')),
  );
  const files = globSync('{contract,server,tests,web}/**/*.{test,spec}.{ts,tsx}', { cwd: root });
  const titlesOf = (read: typeof titlesIn) =>
    files.flatMap((path) => read(path, readFileSync(join(root, path), 'utf8')));
  expect([requirements.length > 85, promises.length > 65]).toEqual([true, true]);
  const known = [...requirements, ...promises];
  expect(problems(known, titlesOf(titlesIn))).toEqual([]);
  const short = known.filter((id) => !(id in onlyInFullRuns));
  const missing = problems(short, titlesOf(titlesInShortRun)).filter((one) => /^no test/.test(one));
  expect(missing).toEqual([]);
});

test('reports a requirement without a test, an unknown id and a range of ids', () => {
  const requirements = '- **A1** One.\n- **A2** Two.\n- **A3** Three.\n';
  const call = (title: string) => `test('${title}', () => {});\n`;
  const titles = titlesIn(
    'planted.test.ts',
    `${call('asserts one (A1)')}${call('asserts A2 in words only')}${call('asserts (A3, B9)')}
    test.each([1])('%s, all (A1 to A3)', () => {});
    describe('outer', () => it(\`of \${name} (A1)\`, () => {}));
    render('not a title (C7)');`,
  );
  const source =
    "test.runIf(isFull)('long', f); describe.runIf(isFull)('all', () => test('of it', f));";
  expect(titlesIn('planted.test.ts', source)).toEqual(['long', 'all', 'of it']);
  expect(titlesInShortRun('planted.test.ts', `${source} test('short', f);`)).toEqual(['short']);
  expect(titlesInShortRun('planted.full.test.ts', "test('short', f);")).toEqual([]);
  expect(titles).toEqual([
    'asserts one (A1)',
    'asserts A2 in words only',
    'asserts (A3, B9)',
    '%s, all (A1 to A3)',
    'outer',
    'of … (A1)',
  ]);
  expect(problems(idsIn(requirements), titles)).toEqual([
    'not in the form (A3, G7): %s, all (A1 to A3)',
    'no test title names A2',
    'unknown id B9',
  ]);
  expect(problems(idsIn(`${requirements}- **A2** Again.\n`), ['x (A1, A2, A3)'])).toEqual([
    'an id is repeated',
  ]);
});

/** Documents that a text names but the repository doesn't have. */
function missingDocuments(text: string, names: ReadonlySet<string>): string[] {
  const cited = [...text.matchAll(/[\w-]+\.md\b/g)].map(([name]) => name);
  return [...new Set(cited)].filter((name) => !names.has(name));
}

test('every document that a file names is in the repository', () => {
  const documents = globSync(['*.md', '{bench,docs}/**/*.md'], { cwd: root });
  const names = new Set(documents.map((path) => basename(path)));
  const sources = globSync('{bench,contract,scripts,server,tests,web}/**/*.{ts,tsx,mjs,css}', {
    cwd: root,
  });
  const missing = [...documents, ...sources].flatMap((path) =>
    missingDocuments(readFileSync(join(root, path), 'utf8'), names).map((name) => [path, name]),
  );
  expect(missing).toEqual([]);
  const absent = ['absent', 'md'].join('.');
  expect(missingDocuments(`see ${absent}, and docs/map.md`, names)).toEqual([absent]);
});

test('every path that a document names is in the repository', () => {
  const missing = globSync(['*.md', '{bench,docs}/**/*.md'], { cwd: root })
    // Of former releases.
    .filter((path) => path !== 'CHANGELOG.md')
    .flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      const cited = text.matchAll(
        /`((?:bench|contract|docs|scripts|server|tests|web)\/[\w./-]+)`/g,
      );
      return [...cited].map(([, name = '']) => `${path}: ${name}`);
    })
    .filter((line) => !existsSync(join(root, line.replace(/^.*: /, ''))));
  expect(missing).toEqual([]);
});
