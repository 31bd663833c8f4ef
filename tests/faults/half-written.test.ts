/** kill -9 at each change of a restore: nothing uses what is half written, and the next run completes it. */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { jobInput } from '#contract/jobs.ts';
import { backup } from '#server/admin/backup.ts';
import { createAppContext } from '#server/create-app-context.ts';
import { refuseUnfinished } from '#server/database/unfinished-copy.ts';
import { createJob } from '#server/features/jobs/jobs.service.ts';
import { ensureFirstAdmin } from '#server/features/users/users.service.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { seedSampleCompany } from '#server/sample/seed.ts';
import { type Config, readConfig } from '#server/settings/config.ts';
import { sampleBody } from '#tests/fixtures/sample-bodies.ts';
import { compiled } from '#tests/harness/compiled.ts';
import { type Engine, freshPostgres, onBothWhenFull } from '#tests/harness/databases.ts';
import { isFull } from '#tests/harness/is-full.ts';
import { sha256 } from '#tests/harness/multipart.ts';
import { newFolder } from '#tests/harness/new-folder.ts';

const TOKEN_SECRET = 'a secret for tests alone, long enough to be taken';
const silent = pino({ level: 'silent' });
const node = join(import.meta.dirname, '../../node_modules/.bin/node');
type Env = Record<string, string>;

async function inContext<T>(config: Config, work: (ctx: AppContext) => Promise<T>): Promise<T> {
  const ctx = await createAppContext(config, silent);
  return work(ctx).finally(ctx.close);
}

/** What a company with a job and a file has. */
const contentsOf = (config: Config) =>
  inContext(config, async ({ db, storage }) => ({
    jobs: await db.selectFrom('jobs').select(['id', 'position']).execute(),
    users: await db.selectFrom('users').select('username').execute(),
    objects: await db.selectFrom('objects').select(['key', 'sha256']).execute(),
    facts: await db
      .selectFrom('installation_state')
      .select('name')
      .where('name', 'like', '%copy')
      .execute(),
    stored: await Array.fromAsync(storage.list(), ({ key }) => key),
  }));

async function newCompany(): Promise<Env> {
  const env = { DATA_DIR: newFolder(), TOKEN_SECRET };
  await inContext(readConfig(env), async (ctx) => {
    await ensureFirstAdmin(ctx);
    await createJob(ctx, jobInput.parse(sampleBody('createJob')), { userId: 1, ip: '' }, undefined);
    for (const text of ['one', 'two']) {
      const [key, file] = [`reports/${randomUUID()}.pdf`, join(env.DATA_DIR, text)];
      writeFileSync(file, text);
      const media_type = 'application/pdf';
      await ctx.storage.put(key, file, media_type);
      const row = { key, kind: 'pdf', media_type, size: 3, sha256: sha256(Buffer.from(text)) };
      const more = { original_name: 'a.pdf', created_at: new Date().toISOString() };
      await ctx.db
        .insertInto('objects')
        .values({ ...row, ...more })
        .execute();
    }
  });
  return env;
}

/** Runs a program of the project; returns its exit code, null when it was killed, and its output. */
function run(program: string[], env: Env): { code: number | null; output: string } {
  const { PATH = '', HOME = '' } = process.env;
  const cwd = join(import.meta.dirname, '../..');
  const ran = spawnSync(node, program, {
    cwd,
    env: { PATH, HOME, ...compiled, ...env },
    encoding: 'utf8',
  });
  return { code: ran.status, output: ran.stdout + ran.stderr };
}

const isRefused = (config: Config) =>
  refuseUnfinished(config).then(
    () => false,
    () => true,
  );

const killedAt = ['--import', './tests/harness/kill-at-call.ts'];

async function newPlace(engine: Engine): Promise<Env> {
  const env = { DATA_DIR: join(newFolder(), 'data'), TOKEN_SECRET };
  if (engine === 'sqlite') return env;
  const { url, drop } = await freshPostgres();
  onTestFinished(drop);
  return { ...env, DATABASE_URL: url };
}

/** The server and doctor end with one sentence that names the command. */
function expectRefused(env: Env, saved: string): void {
  for (const program of [['server/main.mjs'], ['server/admin.ts', 'doctor']]) {
    const { code, output } = run(program, { ...env, SAMPLE_DATA: 'demo', PORT: '0' });
    expect(output).toContain(`run 'npm run admin -- restore "${saved}"' again`);
    expect(output.trim().split('\n')).toHaveLength(1);
    expect(code).toBe(1);
  }
}

onBothWhenFull('a restore to', (engine) => {
  test.runIf(isFull)(
    'killed at any change: the server, doctor and the sweep leave it alone, and the next one completes it (FLT19)',
    {
      timeout: 600_000,
    },
    async ({ annotate }) => {
      const from = await newCompany();
      const expected = await contentsOf(readConfig(from));
      expect(expected.stored).toHaveLength(2);
      const saved = join(newFolder(), 'a backup');
      await backup(readConfig(from), saved);
      const restore = ['server/admin.ts', 'restore', saved];
      let refused = 0;
      for (let call = 1, isKilled = true; isKilled; call += 1) {
        const env = await newPlace(engine);
        const ended = run([...killedAt, ...restore], { ...env, KILL_AT_CALL: String(call) });
        isKilled = ended.code === null;
        const config = readConfig(env);
        if (await isRefused(config)) {
          refused += 1;
          if (refused === 1) expectRefused(env, saved);
        } else if (isKilled) {
          const left = readdirSync(config.dataDir).join();
          expect(left, `call ${call}`).toMatch(/^(serving\S*|unfinished.json.new)?$/);
        }
        if (isKilled) expect(run(restore, env).output).toContain('Restored 3 files');
        expect(await isRefused(config)).toBe(false);
        expect(await contentsOf(config), `call ${call}`).toEqual(expected);
      }
      expect(refused).toBeGreaterThan(0);
      await annotate(`${refused} half written places refused`, 'measured');
    },
  );
});

test('files without a database are no new installation, and a company in use gets no sample', async () => {
  const data = newFolder();
  const key = `reports/${randomUUID()}.pdf`;
  mkdirSync(join(data, 'files/reports'), { recursive: true });
  writeFileSync(join(data, 'files', key), 'brought by a cut restore');
  const start = { DATA_DIR: data, PORT: '0', SAMPLE_DATA: 'demo' };
  const { code, output } = run(['server/main.mjs'], start);
  expect(output).toBe(
    `DATA_DIR ${data} has files but the database has no accounts: restore a backup to an empty place, or move the files away.\n`,
  );
  expect(code).toBe(1);
  expect(existsSync(join(data, 'files', key))).toBe(true);

  await inContext(readConfig(await newCompany()), async (ctx) => {
    await ctx.db.deleteFrom('jobs').execute();
    expect(await seedSampleCompany(ctx)).toEqual([]);
  });
});
