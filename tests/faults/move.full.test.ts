/** Moves between database engines and storages, each with a copy that is killed halfway. */
import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { jobInput } from '#contract/jobs.ts';
import { move, readTarget } from '#server/admin/move.ts';
import { createAppContext } from '#server/create-app-context.ts';
import { openDatabase } from '#server/database/open.ts';
import { refuseUnfinished } from '#server/database/unfinished-copy.ts';
import { findMessages } from '#server/features/chat/chat-search.ts';
import { createJob } from '#server/features/jobs/jobs.service.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { openStorage } from '#server/platform/storage/open-storage.ts';
import { seedSampleCompany } from '#server/sample/seed.ts';
import { type Config, readConfig } from '#server/settings/config.ts';
import { sampleBody } from '#tests/fixtures/sample-bodies.ts';
import { compiled } from '#tests/harness/compiled.ts';
import { freshPostgres } from '#tests/harness/databases.ts';
import { sha256 } from '#tests/harness/multipart.ts';
import { newFolder } from '#tests/harness/new-folder.ts';
import { type Bucket, startBucket } from '#tests/harness/s3.ts';
import { columnsOf, type Rows, readRows } from '#tests/harness/table-rows.ts';

/** Files of 4 MB, besides those of the sample company. */
const largeFiles = 250;
const TOKEN_SECRET = 'a secret for tests alone, long enough to be taken';
const silent = pino({ level: 'silent' });
const newJob = jobInput.parse(sampleBody('createJob'));
const admin = { userId: 1, ip: '' };

let bucket: Bucket;
beforeAll(async () => {
  bucket = await startBucket();
});
afterAll(() => bucket.close());

interface Place {
  env: Record<string, string>;
  config: Config;
}

const placeOf = (env: Record<string, string>): Place => ({ env, config: readConfig(env) });

/** The rows of the tables that both engines have. */
async function rowsOf(config: Config, like: Config): Promise<Rows> {
  const model = await openDatabase(like);
  const columns = await columnsOf(model).finally(() => model.db.destroy());
  const { db } = await openDatabase(config);
  return readRows(db, columns).finally(() => db.destroy());
}

async function keysIn(config: Config): Promise<string[]> {
  const storage = await openStorage(config, { emptyTemporary: false });
  return (await Array.fromAsync(storage.list(), ({ key }) => key)).sort();
}

/** Runs the command and kills it once the new storage has a few files. */
async function moveAndKill(from: Place, to: Record<string, string>): Promise<void> {
  const { PATH = '', AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = process.env;
  const keys = { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY };
  const env = { PATH, ...keys, ...compiled, ...from.env, ...to };
  const child = spawn(process.execPath, ['server/admin.ts', 'move'], { env, stdio: 'ignore' });
  const ended = once(child, 'exit');
  const target = readTarget({ ...from.env, ...to });
  while ((await keysIn(target)).length < 20 && child.exitCode === null) await pause(20);
  child.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);
}

async function inContext<T>(config: Config, work: (ctx: AppContext) => Promise<T>): Promise<T> {
  const ctx = await createAppContext(config, silent);
  return work(ctx).finally(ctx.close);
}

async function addLargeFile({ db, storage, config }: AppContext): Promise<void> {
  const bytes = randomBytes(4_000_000);
  const key = `training/${randomUUID()}.pdf`;
  const file = join(config.dataDir, 'large');
  writeFileSync(file, bytes);
  await storage.put(key, file, 'application/pdf');
  const object = { key, kind: 'training', media_type: 'application/pdf', size: bytes.length };
  const created_at = new Date().toISOString();
  const row = { ...object, sha256: sha256(bytes), original_name: 'large.pdf', created_at };
  await db.insertInto('objects').values(row).execute();
}

test('a company moves to PostgreSQL and S3, is killed halfway, and moves back', {
  timeout: 600_000,
}, async ({ annotate }) => {
  const dataDir = newFolder();
  const { url, drop } = await freshPostgres();
  onTestFinished(drop);
  const small = placeOf({ DATA_DIR: dataDir, TOKEN_SECRET });
  await inContext(small.config, async (ctx) => {
    await seedSampleCompany(ctx);
    for (let count = 0; count < largeFiles; count += 1) await addLargeFile(ctx);
    // The id of the newest record is never given again.
    const job = await createJob(ctx, newJob, admin, undefined);
    await ctx.db.deleteFrom('jobs').where('id', '=', job.id).execute();
  });
  const rows = await rowsOf(small.config, small.config);
  const keys = await keysIn(small.config);
  expect(keys.length).toBeGreaterThan(200);

  const there = { TO_DATABASE_URL: url, TO_STORAGE_URL: bucket.url };
  await moveAndKill(small, there);
  const large = placeOf({ ...small.env, DATABASE_URL: url, STORAGE_URL: bucket.url });
  expect(readTarget({ ...small.env, ...there })).toEqual(large.config);
  // Only the source can be used.
  await refuseUnfinished(small.config);
  const place = 'TO_STORAGE_URL="s3://files?';
  await expect(refuseUnfinished(large.config)).rejects.toThrow(place);
  await expect(refuseUnfinished({ ...large.config, dataDir: '/none' })).rejects.toThrow(place);
  const started = performance.now();
  const { lines, problems } = await move(small.config, large.config);
  await annotate(`moved in ${Math.round(performance.now() - started)} ms`, 'measured');
  expect(problems).toEqual([]);
  expect(lines[0]).toBe(`${keys.length} files are in the new storage.`);
  expect(await rowsOf(small.config, small.config)).toEqual(rows);
  expect(await rowsOf(large.config, small.config)).toEqual(rows);
  expect(await keysIn(large.config)).toEqual(keys);
  await expect(move(small.config, large.config)).rejects.toThrow('The new database has records.');

  const lastJob = Math.max(...(rows.jobs ?? []).map(({ id }) => Number(id)));
  await inContext(large.config, async (ctx) => {
    const job = await createJob(ctx, newJob, admin, undefined);
    expect(job.id).toBe(lastJob + 2);
    const message = await ctx.db.selectFrom('messages').selectAll().executeTakeFirstOrThrow();
    const reader = { userId: message.sender_id };
    const found = await findMessages(ctx, reader, { q: message.content })(null, 50);
    expect(found.rows.map(({ id }) => id)).toContain(message.id);
  });

  const back = { TO_DATABASE_URL: 'none', TO_STORAGE_URL: 'none' };
  const home = readTarget({ ...large.env, ...back });
  await expect(move(large.config, home)).rejects.toThrow('already has a headrack.sqlite');
  renameSync(join(dataDir, 'headrack.sqlite'), join(dataDir, 'before.sqlite'));
  rmSync(join(dataDir, 'files'), { recursive: true });
  await moveAndKill(large, back);
  await refuseUnfinished(large.config);
  await expect(refuseUnfinished(home)).rejects.toThrow('TO_DATABASE_URL="none"');
  expect((await move(large.config, home)).problems).toEqual([]);
  await refuseUnfinished(home);
  expect(await rowsOf(home, home)).toEqual(await rowsOf(large.config, home));
  expect(await keysIn(home)).toEqual(keys);
});
