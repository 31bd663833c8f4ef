import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { backup } from '#server/admin/backup.ts';
import { restore } from '#server/admin/restore.ts';
import { type Config, readConfig } from '#server/config.ts';
import { createAppContext } from '#server/create-app-context.ts';
import { openDatabase } from '#server/database/open.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { seedSampleCompany } from '#server/sample/seed.ts';
import { sampleBody } from '../fixtures/sample-bodies.ts';
import { startApp } from '../harness/app.ts';
import { type Engine, engines, freshPostgres } from '../harness/databases.ts';
import { multipartOf, pdfOf, sha256, textParts } from '../harness/multipart.ts';
import { installedPrograms, startCluster } from '../harness/postgres-cluster.ts';
import { firstAdmin, type RunningServer, startServer } from '../harness/server.ts';
import { columnsOf, type Rows, readRows } from '../harness/table-rows.ts';

const isFull = process.env.FULL === '1';
const root = join(import.meta.dirname, '../..');
const secret = 'a secret for tests alone, long enough to be taken';
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'headrack-drill-'));
  folders.push(folder);
  return folder;
}

/** Every row of every table. */
async function allRows(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Rows> {
  const database = await openDatabase(config);
  return readRows(database.db, await columnsOf(database)).finally(() => database.db.destroy());
}

/** The bytes of each object match its row; returns the hashes by key. */
async function expectFiles({ db, storage }: AppContext): Promise<Record<string, string>> {
  const objects = await db.selectFrom('objects').select(['key', 'sha256']).execute();
  for (const { key, sha256: expected } of objects) {
    expect(sha256(await buffer(await storage.read(key))), key).toBe(expected);
  }
  const stored = await Array.fromAsync(storage.list(), ({ key }) => key);
  expect(stored.sort()).toEqual(objects.map(({ key }) => key).sort());
  return Object.fromEntries(objects.map(({ key, sha256: hash }) => [key, hash]));
}

const silent = pino({ level: 'silent' });

describe.each(engines)('backup and restore on %s', (engine: Engine) => {
  test('restores every row and file with the key, and refuses another key and a truncated file (FLT19)', async () => {
    const keys = [randomBytes(32)] as const;
    const app = await startApp(engine, { config: { encryptionKeys: keys } });
    onTestFinished(app.close);
    await seedSampleCompany(app.ctx);
    const folder = join(newFolder(), 'backup');
    expect((await backup(app.ctx.config, folder)).problems).toEqual([]);
    const expected = await allRows(app.ctx.config);
    const files = await expectFiles(app.ctx);
    // PostgreSQL's own tools copy the rows; the long run uses pg_dump and psql.
    const copy = engine === 'postgres' ? await copyOf(app.ctx.config.databaseUrl ?? '') : null;
    if (copy) onTestFinished(copy.drop);
    const config = {
      ...app.ctx.config,
      dataDir: join(newFolder(), 'data'),
      databaseUrl: copy?.url ?? null,
    };

    await expect(restore({ ...config, encryptionKeys: [randomBytes(32)] }, folder)).rejects.toThrow(
      'ENCRYPTION_KEY lacks',
    );
    rmSync(config.dataDir, { recursive: true, force: true });
    await expect(restore({ ...config, encryptionKeys: null }, folder)).rejects.toThrow(
      'set ENCRYPTION_KEY',
    );
    await restore(config, folder);
    const restored = await createAppContext(config, silent);
    onTestFinished(restored.close);
    expect(await allRows(config)).toEqual(expected);
    expect(await expectFiles(restored)).toEqual(files);

    const [cut = ''] = readdirSync(join(folder, 'files/resumes'));
    truncateSync(join(folder, 'files/resumes', cut), 100);
    const elsewhere = { ...config, dataDir: join(newFolder(), 'data') };
    await expect(restore(elsewhere, folder)).rejects.toThrow('was changed');
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ made: '2026-01-01', files: [] }));
    await expect(restore(elsewhere, folder)).rejects.toThrow('older release');
  });

  const programs = installedPrograms();
  const why = engine === 'postgres' && !programs ? ' (skipped: no pg_dump and psql here)' : '';
  test.skipIf(!isFull || why !== '')(
    `a backup during 200 writes a second loses nothing and slows nobody down${why} (FLT19)`,
    async ({ annotate }) => {
      const cluster = engine === 'postgres' && programs ? await startCluster({ programs }) : null;
      if (cluster) onTestFinished(cluster.stop);
      const env: Record<string, string> = { TOKEN_SECRET: secret, SAMPLE_DATA: 'demo' };
      if (cluster) env.DATABASE_URL = await newDatabase(cluster.url, 'live');
      const server = await startServer({ env, readyWithin: 60_000 });
      onTestFinished(server.kill);
      const settings = readConfig({ ...env, DATA_DIR: server.dataDir });

      // During the load.
      const load = startLoad(server, 200);
      await pause(5_000);
      const acknowledged = [...load.stored];
      const during = join(newFolder(), 'backup');
      const started = performance.now();
      const dump = cluster ? await dumpRows(programs ?? '', env.DATABASE_URL ?? '') : null;
      await admin(['backup', during], { ...env, DATA_DIR: server.dataDir });
      const backupMs = performance.now() - started;
      await load.stop();
      const machine = await restoreElsewhere(during, dump);
      const live = await allRows(settings);
      for (const [table, rows] of Object.entries(machine.rows)) {
        if (!['jobs', 'applications', 'objects', 'users'].includes(table)) continue;
        const texts = new Set((live[table] ?? []).map((row) => JSON.stringify(row)));
        expect(rows.filter((row) => !texts.has(JSON.stringify(row)))).toEqual([]);
      }
      const jobs = new Set((machine.rows.jobs ?? []).map(({ position }) => position));
      expect(acknowledged.filter((position) => !jobs.has(position))).toEqual([]);

      // At rest: everything is equal.
      await server.stop();
      const after = join(newFolder(), 'backup');
      const restAt = performance.now();
      const dump2 = cluster ? await dumpRows(programs ?? '', env.DATABASE_URL ?? '') : null;
      await admin(['backup', after], { ...env, DATA_DIR: server.dataDir });
      const last = await restoreElsewhere(after, dump2);
      const restoreMs = performance.now() - restAt;
      expect(last.rows).toEqual(await allRows(settings));
      await expectReads(last.env);

      const sorted = load.times.toSorted((a, b) => a - b);
      const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0;
      const rate = load.times.length / load.seconds();
      await annotate(
        `${engine}: ${Math.round(rate)} writes/s during the backup (${Math.round(backupMs)} ms), p99 ${Math.round(p99)} ms; backup and restore of ${last.count} rows in ${Math.round(restoreMs)} ms`,
        'measured',
      );
      expect(load.failures).toEqual([]);
      expect(restoreMs).toBeLessThan(15 * 60_000);
      expect(p99).toBeLessThanOrEqual(500);

      /** Restores to an empty machine: another folder, and another database. */
      async function restoreElsewhere(folder: string, rows: string | null) {
        const own: Record<string, string> = { ...env, DATA_DIR: join(newFolder(), 'data') };
        await (cluster && rows ? loadRows(own, rows) : undefined);
        await admin(['restore', folder], own);
        const config = readConfig(own);
        const ctx = await createAppContext(config, silent);
        await expectFiles(ctx).finally(ctx.close);
        const all = await allRows(config);
        return { env: own, rows: all, count: Object.values(all).flat().length };
      }

      async function loadRows(own: Record<string, string>, rows: string): Promise<void> {
        own.DATABASE_URL = await newDatabase(cluster?.url ?? '', `restored_${Date.now()}`);
        const quiet = ['-v', 'ON_ERROR_STOP=1', '-q', '-f', rows];
        await run(join(programs ?? '', 'psql'), [...quiet, own.DATABASE_URL]);
      }
    },
    900_000,
  );
});

/** A copy of a database that may be in use. */
async function copyOf(url: string) {
  const name = new URL(url).pathname.slice(1);
  const copy = await freshPostgres('empty');
  const target = new URL(copy.url).pathname.slice(1);
  const client = new pg.Client({ connectionString: new URL('/postgres', url).href });
  await client.connect();
  await client.query(`drop database ${target}`);
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    name,
  ]);
  await client.query(`create database ${target} template ${name}`);
  await client.end();
  return copy;
}

async function newDatabase(server: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return new URL(`/${name}`, server).href;
}

function run(file: string, args: string[], env: NodeJS.ProcessEnv = process.env): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(file, args, { cwd: root, env, maxBuffer: 100_000_000 }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${error.message}\n${stderr}`));
      else resolve(stdout);
    });
  });
}

function admin(args: string[], env: Record<string, string>): Promise<string> {
  const { PATH } = process.env;
  return run(process.execPath, ['server/admin.ts', ...args], { PATH, ...env });
}

async function dumpRows(programs: string, url: string): Promise<string> {
  const file = join(newFolder(), 'rows.sql');
  await run(join(programs, 'pg_dump'), ['--no-owner', '--no-privileges', `--file=${file}`, url]);
  return file;
}

async function tokenOf({ url }: RunningServer): Promise<string> {
  const { username, password } = firstAdmin;
  const response = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  return ((await response.json()) as { token: string }).token;
}

/** Sends so many writes per second whatever the answers do; one in twenty is an application with a resume. */
function startLoad(server: RunningServer, perSecond: number) {
  const times: number[] = [];
  const stored: string[] = [];
  const failures: unknown[] = [];
  const open = new Set<Promise<void>>();
  const startedAt = performance.now();
  let endedAt = 0;
  let sent = 0;
  const resume = pdfOf('A resume', 20_000);
  const one = async (token: string, position: string, withFile: boolean) => {
    const { payload, headers } = withFile
      ? multipartOf([
          ...textParts(sampleBody('sendApplication')),
          { name: 'resume', value: resume, filename: 'resume.pdf' },
        ])
      : {
          payload: JSON.stringify({ ...sampleBody('createJob'), position }),
          headers: { 'content-type': 'application/json' },
        };
    const at = performance.now();
    const response = await fetch(`${server.url}${withFile ? '/api/application' : '/api/careers'}`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${token}` },
      body: typeof payload === 'string' ? payload : new Uint8Array(payload),
    });
    await response.arrayBuffer();
    times.push(performance.now() - at);
    if (response.status !== 201) failures.push(response.status);
    else if (!withFile) stored.push(position);
  };
  let timer: NodeJS.Timeout | undefined;
  const ready = tokenOf(server).then((token) => {
    const begin = performance.now();
    timer = setInterval(() => {
      const due = ((performance.now() - begin) / 1000) * perSecond;
      for (; sent < due; sent += 1) {
        const call = one(token, `Driver ${randomUUID()}`, sent % 20 === 0).catch((error) => {
          failures.push(String(error));
        });
        open.add(call);
        void call.finally(() => open.delete(call));
      }
    }, 5);
  });
  return {
    times,
    stored,
    failures,
    seconds: () => (endedAt - startedAt) / 1000,
    stop: async () => {
      await ready;
      clearInterval(timer);
      endedAt = performance.now();
      await Promise.all(open);
    },
  };
}

/** Starts a server on restored data: its lists have rows, and 20 files open with the right bytes. */
async function expectReads(env: Record<string, string>): Promise<void> {
  const { DATA_DIR = '', ...settings } = env;
  const server = await startServer({ env: settings, dataDir: DATA_DIR });
  onTestFinished(server.kill);
  const headers = { authorization: `Bearer ${await tokenOf(server)}` };
  const get = async <T>(path: string): Promise<T> => {
    const response = await fetch(server.url + path, { headers });
    expect([path, response.status]).toEqual([path, 200]);
    return (await response.json()) as T;
  };
  for (const path of ['/api/inquiries', '/api/careers', '/api/employees', '/api/users']) {
    expect(await get<unknown[]>(path), path).not.toEqual([]);
  }
  const applications = await get<{ resume_path: string | null }[]>('/api/applications');
  const paths = applications.flatMap(({ resume_path }) => resume_path ?? []);
  for (const path of paths.toSorted(() => Math.random() - 0.5).slice(0, 20)) {
    const { url } = await get<{ url: string }>(
      `/api/settlements/presigned-get?path=${encodeURIComponent(path)}`,
    );
    const { pathname, search } = new URL(url, server.url);
    const file = await fetch(server.url + pathname + search);
    expect(
      Buffer.from(await file.arrayBuffer())
        .subarray(0, 4)
        .toString(),
    ).toBe('%PDF');
  }
}
