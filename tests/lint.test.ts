/** Each rule about the code that we rely on reports a planted violation: those of Biome in one run over a temporary tree. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { crossingsIn } from '../scripts/boundaries/crossings.ts';
import { violationsIn } from '../scripts/boundaries/names.ts';

const root = dirname(import.meta.dirname);
const tree = mkdtempSync(join(tmpdir(), 'headrack-lint-'));

const imported = "import { save } from '#server/clean.ts';\n";

/** Files of the tree, each with the rule that must report it; without a rule it must be clean. */
const files: [path: string, text: string, rule?: string][] = [
  ['server/any.ts', 'export const a: any = 1;', 'noExplicitAny'],
  ['server/floating.ts', `${imported}export function b() { save(); }`, 'noFloatingPromises'],
  ['server/misused.ts', `${imported}[1].filter(async () => save());`, 'noMisusedPromises'],
  ['server/circle-a.ts', "import type { B } from './circle-b.ts';", 'noImportCycles'],
  ['server/circle-b.ts', "import type { A } from '#server/circle-a.ts';", 'noImportCycles'],
  ['web/raw.tsx', '<p dangerouslySetInnerHTML={{ __html: a }} />;', 'noDangerouslySetInnerHtml'],
  ['web/eval.ts', "export const a = eval('1');", 'noGlobalEval'],
  ['web/link.tsx', 'export const A = () => <a href="javascript:void(0)">a</a>;', 'noScriptUrl'],
  ['web/reexport.ts', "export * from './eval.ts';\nexport const a = 1;", 'noReExportAll'],
  ['web/CamelCase.tsx', 'export const a = 1;', 'useFilenamingConvention'],
  ['web/long.ts', 'export const a = 1;\n'.repeat(301), 'noExcessiveLinesPerFile'],
  ['web/no-extension.ts', "import { a } from './eval';", 'useImportExtensions'],
  ['web/stranger.ts', "import left from 'left-pad';", 'noUndeclaredDependencies'],
  ['server/only.test.ts', "test.only('a', () => {});", 'noFocusedTests'],
  ['server/skip.test.ts', "test.skip('a', () => {});", 'noSkippedTests'],
  ['server/ignored.ts', '// @ts-ignore\nexport const a: string = 1;', 'noTsIgnore'],
  ['server/unexplained.ts', '// biome-ignore lint/style/noEnum\nexport enum Kind { A }', 'noEnum'],
  ['server/bang.ts', 'export const a = [1][0]!.toFixed();', 'noNonNullAssertion'],
  ['server/unused.ts', 'const left = 1;\nexport const a = 1;', 'noUnusedVariables'],
  ['server/clean.ts', 'export async function save(): Promise<boolean> {\n  return true;\n}\n'],
];

/** Imports and statements, each with the file in which it is wrong and a part of the message. */
const crossings: [path: string, text: string, why: string][] = [
  ['contract/a.ts', "import '#server/app.ts';", 'zod/mini and itself'],
  ['contract/b.ts', "import type { A } from '../web/lib/a.ts';", 'zod/mini and itself'],
  ['contract/c.ts', "import { readFileSync } from 'node:fs';", 'zod/mini and itself'],
  ['contract/d.ts', "import { z } from 'zod';", 'five times as heavy'],
  ['server/a.ts', "const page = await import('../web/root.tsx');", 'server never imports web'],
  ['server/b.ts', "import '../tests/harness/server.ts';", 'never imports its tests or tools'],
  ['server/platform/a.ts', "import '#server/features/jobs/a.ts';", 'know no features'],
  ['server/database/a.ts', "import '../features/jobs/a.ts';", 'know no features'],
  ['server/platform/realtime/push.ts', "import '../push/a.ts';", 'only those below it'],
  ['server/platform/uploads/http.ts', "import '../http/a.ts';", 'only those below it'],
  ['server/platform/writes/accounts.ts', "import '../accounts/a.ts';", 'only those below it'],
  ['server/platform/runtime/sandbox.ts', "import '../sandbox/a.ts';", 'only those below it'],
  ['server/platform/runtime/a.ts', "import type { P } from '../push/a.ts';", 'only those below it'],
  ['server/platform/web/b.ts', "import '../../app.ts';", 'below what starts the server'],
  ['server/features/jobs/jobs.routes.ts', "import './jobs.queries.ts';", 'three layers'],
  ['server/features/jobs/a.service.ts', "import './jobs.routes.ts';", 'never imports routes'],
  ['server/features/jobs/a.queries.ts', "import './jobs.service.ts';", 'queries never import'],
  ['server/features/jobs/b.ts', "import type { R } from '../a/a.queries.ts';", 'enters another'],
  ['server/features/jobs/c.ts', "import { sql } from 'kysely';", 'import kysely'],
  ['server/d.ts', "import pg from 'pg';", 'open a database'],
  ['server/features/jobs/b.queries.ts', "import 'node:sqlite';", 'open a database'],
  ['server/features/jobs/e.ts', "db.selectFrom('jobs');", 'SQL belongs in'],
  ['server/features/jobs/f.ts', 'db.transaction().execute((tx) => list(db));', 'goes through tx'],
  ['server/features/jobs/g.ts', 'inTransaction(function f(tx) { list({ db }); });', 'through tx'],
  ['server/features/jobs/h.ts', 'transaction(db, async (tx) => list(this.db));', 'goes through tx'],
  ['server/features/jobs/l.queries.ts', '(engine: string) => engine;', "don't know the database"],
  ['server/features/jobs/m.ts', 'if (ctx.engine) list();', "don't know the database"],
  ['server/features/jobs/n.queries.ts', 'if (isPostgres(tx)) select();', "don't know the database"],
  ['web/lib/a.ts', "import type { Job } from '#server/serve.ts';", 'web never imports server'],
  ['web/lib/b.ts', "export { a } from '../public/home.tsx';", 'know no features'],
  ['web/ui/a.ts', "import '#web/portal/a.ts';", 'know no features'],
  ['web/c.ts', "import '../scripts/build.mjs';", 'never imports its tests or tools'],
  ['web/public/a.ts', "import '../portal/home.tsx';", 'web/public never imports web/portal'],
  ['web/portal/a.ts', "import '#web/public/home.tsx';", 'web/portal never imports web/public'],
  ['web/portal/shared/a.ts', "import '../jobs/jobs.data.ts';", 'portal features share code'],
  ['web/portal/jobs/a.ts', "import '../shell/header.tsx';", 'portal features share code'],
  ['web/portal/jobs/parts/a.ts', "import '../../users/a.ts';", 'portal features share code'],
  ['web/portal/jobs/b.ts', "import { a } from '#contract/a.ts';\na.body;", "don't get the schemas"],
];

/** Code that looks like a violation but isn't. */
const allowed: [path: string, text: string][] = [
  ['contract/e.ts', "import * as z from 'zod/mini';\nimport type { core } from 'zod';"],
  ['contract/f.test.ts', "import fc from 'fast-check';"],
  ['server/e.ts', "import '#contract/jobs.ts';\nimport './features/jobs/jobs.routes.ts';"],
  ['server/platform/b.ts', "await tx.insertInto('audit').execute();"],
  ['server/platform/push/b.ts', "import '../web/a.ts';\nimport '../../settings/config.ts';"],
  ['server/platform/runtime/b.ts', "import type { C } from '../app-context.ts';"],
  ['server/features/jobs/i.ts', "import type { K } from 'kysely';\nimport '../a/a.service.ts';"],
  ['server/features/jobs/c.queries.ts', "import { sql } from 'kysely';\nsql`select 1`;"],
  ['server/features/jobs/d.queries.ts', "import { countA } from '../a/a.service.ts';"],
  ['server/features/jobs/j.ts', 'transaction(pool, async (db) => insertJob(db));'],
  ['server/features/jobs/k.ts', 'transaction(db, async (tx) => insertJob({ db: tx }, "db"));'],
  ['server/features/jobs/o.test.ts', 'suiteApp(engine);'],
  ['server/features/jobs/p.ts', 'text("engine", engines);'],
  ['web/d.ts', "import './portal/a.ts';\nimport './public/home.tsx';"],
  ['web/portal/shell/a.ts', "import '../jobs/jobs.data.ts';"],
  ['web/portal/jobs/parts/b.ts', "import '../../shared/a.ts';\nimport '../a.ts';"],
];

type Report = {
  diagnostics: { category: string; message?: unknown; location?: { path?: unknown } | null }[];
};

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

const reportsOf = (path: string) =>
  report.diagnostics.filter(({ location }) => JSON.stringify(location?.path ?? '').includes(path));

test('each lint rule reports a planted violation', () => {
  for (const [path, , rule] of files) {
    const rules = reportsOf(path).map(({ category }) => category.split('/').at(-1));
    if (rule) expect(rules, path).toContain(rule);
    else expect(rules, path).toEqual([]);
  }
});

test('each boundary between files reports an import that crosses it, and no other', () => {
  const whys = (path: string, text: string) => [
    ...new Set(crossingsIn(path, text).map(({ why }) => why)),
  ];
  for (const [path, text, why] of crossings) {
    expect(whys(path, text), path).toEqual([expect.stringContaining(why)]);
  }
  for (const [path, text] of allowed) expect(whys(path, text), path).toEqual([]);
});

test.each([
  ['server/features/jobs/utils.ts', '', 'says nothing'],
  ['web/lib/date-helpers.ts', '', 'says nothing'],
  ['web/common/dates.ts', '', 'says nothing'],
  ['web/ui/index.ts', '', 'a barrel'],
  ['server/platform/jobs.ts', '', 'in no room'],
  ['server/platform/jobs/a.ts', '', 'in no room'],
  ['web/portal/jobs/job-words.ts', '', 'a former name'],
  ['server/platform/limits/limits.ts', 'const longestPause = 1;', 'a former name'],
  ['web/a.ts', "import { jobs as say } from '#contract/messages/jobs.ts';", 'a former name'],
  ['server/a.ts', '// @ts-nocheck\nlet a;', 'needs a reason'],
  ['server/a.ts', '// @ts-expect-error\nlet a;', 'needs a reason'],
  ['server/a.ts', '/* v8 ignore next */', 'needs a reason'],
  ['server/a.ts', '// @ts-expect-error: the types of the package are wrong', undefined],
  ['server/a.ts', 'const lockDataDir = 1;', undefined],
])('in %s %j: %s', (path, text, why) => {
  const whys = violationsIn(path, text).map((violation) => violation.why);
  expect(whys).toEqual(why === undefined ? [] : [expect.stringContaining(why)]);
});
