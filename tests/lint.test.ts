/** Each lint rule that we rely on reports a planted violation, in one run of Biome over a temporary tree. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = dirname(import.meta.dirname);
const tree = mkdtempSync(join(tmpdir(), 'headrack-lint-'));

/** Files of the tree, each with the rule that must report it; without a rule it must be clean. */
const files: [path: string, text: string, rule?: string][] = [
  ['server/any.ts', 'export const a: any = 1;', 'noExplicitAny'],
  [
    'server/floating.ts',
    'async function a() {}\nexport function b() { a(); }',
    'noFloatingPromises',
  ],
  [
    'server/floating-afar.ts',
    "import { save } from '#server/clean.ts';\nexport function b() { save(); }",
    'noFloatingPromises',
  ],
  [
    'server/misused.ts',
    "import { save } from './clean.ts';\nexport const a = [1].filter(async () => save());",
    'noMisusedPromises',
  ],
  [
    'server/circle-a.ts',
    "import { b } from './circle-b.ts';\nexport const a = b;",
    'noImportCycles',
  ],
  [
    'server/circle-b.ts',
    "import { a } from '#server/circle-a.ts';\nexport const b = () => a;",
    'noImportCycles',
  ],
  [
    'web/raw.tsx',
    'export const Raw = (p: { html: string }) => <p dangerouslySetInnerHTML={{ __html: p.html }} />;',
    'noDangerouslySetInnerHtml',
  ],
  ['web/eval.ts', "export const a = eval('1');", 'noGlobalEval'],
  ['web/link.tsx', 'export const A = () => <a href="javascript:void(0)">a</a>;', 'noScriptUrl'],
  ['web/reexport.ts', "export * from './eval.ts';\nexport const a = 1;", 'noReExportAll'],
  ['web/CamelCase.tsx', 'export const a = 1;', 'useFilenamingConvention'],
  [
    'web/no-extension.ts',
    "import { a } from './eval';\nexport const b = a;",
    'useImportExtensions',
  ],
  [
    'web/stranger.ts',
    "import left from 'left-pad';\nexport const b = left;",
    'noUndeclaredDependencies',
  ],
  ['server/only.test.ts', "test.only('a', () => {});", 'noFocusedTests'],
  ['server/skip.test.ts', "test.skip('a', () => {});", 'noSkippedTests'],
  ['server/ignored.ts', '// @ts-ignore\nexport const a: string = 1;', 'noTsIgnore'],
  ['server/enum.ts', 'export enum Kind { A }', 'noEnum'],
  ['server/bang.ts', 'export const a = [1][0]!.toFixed();', 'noNonNullAssertion'],
  ['server/unused.ts', 'const left = 1;\nexport const a = 1;', 'noUnusedVariables'],
  ['server/clean.ts', 'export async function save(): Promise<boolean> {\n  return true;\n}\n'],
];

type Report = { diagnostics: { category: string; location?: { path?: unknown } | null }[] };

let report: Report;

beforeAll(async () => {
  for (const name of ['biome.json', 'package.json', 'tsconfig.json', '.gitignore']) {
    cpSync(join(root, name), join(tree, name));
  }
  for (const [path, text] of files) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), text);
  }
  const biome = join(root, 'node_modules', '.bin', 'biome');
  const stdout = await new Promise<string>((resolve) => {
    // It exits with 1 because of the violations; only its report matters.
    execFile(
      process.execPath,
      [biome, 'lint', '--reporter=json', '--max-diagnostics=none', '.'],
      { cwd: tree, maxBuffer: 64 * 1024 * 1024 },
      (_error, text) => resolve(text),
    );
  });
  report = JSON.parse(stdout);
});

afterAll(() => rmSync(tree, { recursive: true, force: true }));

describe('each lint rule reports a planted violation', () => {
  test.each(files.map(([path, , rule]) => [path, rule]))('%s: %s', (path = '', rule) => {
    const rules = report.diagnostics
      .filter(({ location }) => JSON.stringify(location?.path ?? '').includes(path))
      .map(({ category }) => category.split('/').at(-1));
    if (rule) expect(rules).toContain(rule);
    else expect(rules).toEqual([]);
  });
});
