import { expect, test } from 'vitest';
import { findCycles, violationsIn } from '../scripts/boundaries/boundaries.ts';
import { readSource } from '../scripts/boundaries/source.ts';

/** Each row plants one violation and names the rule that must report it. */
const planted: [path: string, text: string, why: string][] = [
  ['contract/jobs.ts', "import '#server/app.ts';", 'contract imports zod/mini and itself only'],
  ['contract/jobs.ts', "import type { A } from '../web/lib/a.ts';", 'contract imports zod/mini'],
  ['contract/jobs.ts', "import { readFileSync } from 'node:fs';", 'contract imports zod/mini'],
  ['contract/jobs.ts', "import { z } from 'zod';", 'five times as heavy'],
  ['server/app.ts', "import { root } from '#web/root.tsx';", 'server never imports web'],
  [
    'web/portal/jobs/job-form.tsx',
    "import { createJob } from '#contract/jobs.ts';\nconst schema = createJob.body;",
    "browsers don't get the schemas of an endpoint",
  ],
  ['server/app.ts', "const page = await import('../web/root.tsx');", 'server never imports web'],
  ['web/lib/api.ts', "import type { Job } from '#server/app.ts';", 'web never imports server'],
  ['web/lib/api.ts', "type A = import('../../server/app.ts').A;", 'web never imports server'],
  [
    'web/lib/api.ts',
    "export { a } from '../../server/app.ts';\nexport const b = 1;",
    'web never imports server',
  ],
  ['server/app.ts', "import '../tests/harness/server.ts';", 'never imports its tests or tools'],
  ['web/root.tsx', "import '../scripts/build.mjs';", 'never imports its tests or tools'],
  ['web/public/home.tsx', "import '../portal/home.tsx';", 'web/public never imports web/portal'],
  ['web/portal/shell.tsx', "import '#web/public/home.tsx';", 'web/portal never imports web/public'],
  [
    'web/portal/shared/toast.tsx',
    "import '../jobs/jobs.data.ts';",
    'web/portal/shared never imports',
  ],
  ['web/portal/jobs/jobs-page.tsx', "import '../shell/portal-header.tsx';", 'the shell imports'],
  [
    'web/portal/jobs/jobs-page.tsx',
    "import type { A } from '../users/users.data.ts';",
    'portal features share code only through',
  ],
  ['web/ui/field.tsx', "import '#web/portal/shell.tsx';", 'web/ui and web/lib know no features'],
  ['web/lib/api.ts', "import '#web/public/home.tsx';", 'web/ui and web/lib know no features'],
  [
    'server/platform/tasks.ts',
    "import '#server/features/jobs/jobs.service.ts';",
    'server/platform and server/database know no features',
  ],
  [
    'server/database/open.ts',
    "import '../features/jobs/jobs.queries.ts';",
    'server/platform and server/database know no features',
  ],
  ['server/features/jobs/jobs.routes.ts', "import './jobs.queries.ts';", 'three layers'],
  ['server/features/jobs/jobs.service.ts', "import './jobs.routes.ts';", 'never imports routes'],
  ['server/features/jobs/jobs.queries.ts', "import './jobs.service.ts';", 'queries never import'],
  ['server/features/jobs/jobs.service.ts', "import { sql } from 'kysely';", 'import kysely'],
  ['server/main.mjs', "import { SqliteDialect } from 'kysely/sqlite';", 'import kysely'],
  ['server/main.mjs', "import pg from 'pg';", 'open a database'],
  ['server/features/jobs/jobs.queries.ts', "import 'node:sqlite';", 'open a database'],
  [
    'server/features/jobs/jobs.service.ts',
    "import type { Row } from '../files/files.queries.ts';",
    'another feature only by its *.service.ts',
  ],
  [
    'server/features/jobs/jobs.routes.ts',
    "import '#server/features/files/kinds.ts';",
    'another feature only by its *.service.ts',
  ],
  ['server/features/jobs/jobs.service.ts', 'sql`select 1`;', 'SQL belongs in'],
  ['server/platform/tasks.ts', 'await sql`select 1`.execute(tx);', 'SQL belongs in'],
  ['server/features/jobs/jobs.routes.ts', "db.selectFrom('jobs');", 'SQL belongs in'],
  [
    'server/features/jobs/jobs.service.ts',
    'db.transaction().execute(async (tx) => { await insertJob(db, job); });',
    'goes through tx',
  ],
  [
    'server/features/jobs/jobs.queries.ts',
    'transaction(db, async function work(tx) { await this.db.deleteFrom("jobs").execute(); });',
    'goes through tx',
  ],
  [
    'server/features/jobs/jobs.service.ts',
    'inTransaction(async (tx) => { await insertJob({ db }); });',
    'goes through tx',
  ],
  ['server/app.ts', 'function f(ground: string) { return ground; }', 'ctx, AppContext'],
  [
    'web/portal/jobs/job-form.tsx',
    "import { jobs as say } from '#contract/messages/jobs.ts';",
    'toast.show',
  ],
  ['server/platform/limits.ts', 'const longestPause = 1;', 'max…, min…'],
  ['server/features/jobs/jobs.service.ts', 'class Refusal {}', 'HttpError'],
  ['web/portal/jobs/job-words.ts', 'export const a = 1;', '…-labels'],
  ['server/features/jobs/utils.ts', 'export const a = 1;', 'says nothing'],
  ['web/lib/date-helpers.ts', 'export const a = 1;', 'says nothing'],
  ['web/common/dates.ts', 'export const a = 1;', 'says nothing'],
  ['server/misc.test.ts', 'export const a = 1;', 'says nothing'],
  ['server/base.ts', 'export const a = 1;', 'says nothing'],
  ['server/app.ts', 'export const a = 1;\n'.repeat(301), '300 is the stop'],
  ['web/ui/index.ts', "export { a } from './a.ts';\nexport * from './b.ts';", 'a barrel'],
  ['server/app.ts', '// @ts-ignore: it is fine\nlet a;', '@ts-ignore is not used here'],
  ['server/app.ts', '// @ts-nocheck\nlet a;', '@ts-nocheck is not used here'],
  ['server/app.ts', '/* eslint-disable */\nlet a;', 'eslint-disable is not used here'],
  ['server/app.ts', '// @ts-expect-error\nlet a;', 'needs a reason'],
  ['server/app.ts', '// biome-ignore lint/style/noEnum: todo\nlet a;', 'needs a reason'],
  ['server/app.ts', '/* v8 ignore next */\nlet a;', 'needs a reason'],
];

for (const [path, text, why] of planted) {
  test(`${path}, ${text.slice(0, 60)}: ${why}`, () => {
    expect(violationsIn(readSource(path, text)).map((violation) => violation.why)).toEqual([
      expect.stringContaining(why),
    ]);
  });
}

/** Code that looks like a violation but isn't. */
const allowed: [path: string, text: string][] = [
  [
    'contract/jobs.ts',
    "import * as z from 'zod/mini';\nimport './fields.ts';\nexport const a = z;",
  ],
  ['contract/jobs.ts', "import type { core } from 'zod';"],
  ['contract/jobs.test.ts', "import fc from 'fast-check';"],
  ['server/app.ts', "import '#contract/jobs.ts';\nimport './features/jobs/jobs.routes.ts';"],
  ['web/root.tsx', "import './portal/frame.tsx';\nimport './public/home.tsx';"],
  ['web/portal/shell.tsx', "import { button } from '#web/ui/button.tsx';"],
  ['web/portal/shell/portal-header.tsx', "import '../jobs/jobs.data.ts';"],
  ['web/portal/jobs/jobs-page.tsx', "import '../shared/toast.tsx';\nimport './job-form.tsx';"],
  ['server/features/jobs/jobs.service.ts', "import '../files/files.service.ts';"],
  ['server/features/jobs/jobs.service.ts', "import type { Kysely } from 'kysely';"],
  ['server/features/jobs/jobs.queries.ts', "import { sql } from 'kysely';\nsql`select 1`;"],
  ['server/database/migrations/001-first.ts', "import { sql } from 'kysely';\nsql`select 1`;"],
  ['server/platform/audit.ts', "await tx.insertInto('audit').execute();"],
  [
    'server/features/jobs/jobs.service.ts',
    'db.transaction().execute(async (tx) => { await insertJob({ db: tx }, "db"); });',
  ],
  ['server/features/jobs/jobs.service.ts', 'transaction(pool, async (db) => insertJob(db));'],
  ['server/database/tables/tables.ts', 'export const a = 1;'],
  ['server/features/jobs/jobs.test.ts', "import '../files/files.queries.ts';\n".repeat(301)],
  ['web/entry.server.tsx', "export { context } from './context.ts';\nexport const a = 1;"],
  ['server/app.ts', '// biome-ignore lint/style/noEnum: the driver asks for one\nlet a;'],
  ['server/app.ts', '// @ts-expect-error: the types of the package are wrong here\nlet a;'],
];

for (const [path, text] of allowed) {
  test(`${path}, ${text.slice(0, 60)}: allowed`, () => {
    expect(violationsIn(readSource(path, text))).toEqual([]);
  });
}

test('finds an import cycle once, through type-only imports too', () => {
  const imports = new Map([
    ['a.ts', ['b.ts', 'npm:zod']],
    ['b.ts', ['c.ts']],
    ['c.ts', ['b.ts']],
  ]);
  expect(findCycles(imports)).toEqual([['b.ts', 'c.ts']]);
});

test('fails on a file that cannot be parsed', () => {
  expect(() => readSource('server/app.ts', 'const = ;')).toThrow('server/app.ts');
});
