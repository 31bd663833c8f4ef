/** Rounds of kill -9: kills a busy server, checks its data while no server runs, and restarts it. */
import { randomInt } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { expect } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createAppContext } from '#server/create-app-context.ts';
import { sweepFiles } from '#server/features/files/files.service.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { type Engine, freshPostgres } from '../harness/databases.ts';
import { sha256 } from '../harness/multipart.ts';
import { type RunningServer, startServer } from '../harness/server.ts';

/** Waits until no other client is connected: PostgreSQL takes a moment to roll back a dead client's transactions. */
export async function waitForQuiet(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const others =
    'select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
  while ((await client.query(others)).rows.length > 0) await pause(20);
  await client.end();
}

/** Compares the bytes of each object with its row; returns the hashes by key. */
async function hashesOf({ db, storage }: AppContext): Promise<Map<string, string>> {
  const objects = await db.selectFrom('objects').select(['key', 'sha256']).execute();
  for (const { key, sha256: expected } of objects) {
    expect(sha256(await buffer(await storage.read(key)))).toBe(expected);
  }
  return new Map(objects.map(({ key, sha256: hash }) => [key, hash]));
}

interface KillRounds {
  rounds: number;
  /** Longest time (ms) until the kill. */
  longest: number;
  /** Runs after each start, the last one included: retries the calls without a response. */
  resume: (server: RunningServer) => Promise<void>;
  /** Works until the server dies. */
  work: (server: RunningServer) => Promise<unknown>;
  /** Compares the rows with the acknowledged calls; `hashes` are those of the stored objects by key. */
  check: (ctx: AppContext, hashes: ReadonlyMap<string, string>) => Promise<void>;
}

/** Returns how many files without a row were swept. Every other row and file must match. */
export async function killRounds(engine: Engine, options: KillRounds): Promise<number> {
  const { rounds, longest, resume, work, check } = options;
  const database = engine === 'postgres' ? await freshPostgres() : null;
  const env: Record<string, string> = database
    ? {
        DATABASE_URL: database.url,
        TOKEN_SECRET: 'a secret for tests alone, long enough to be taken',
      }
    : {};
  let dataDir: string | undefined;
  let swept = 0;
  const start = async () => {
    const server = await startServer({ ...(dataDir && { dataDir }), env, cheapPasswords: true });
    dataDir = server.dataDir;
    await resume(server);
    return server;
  };
  for (let round = 0; round < rounds; round += 1) {
    const server = await start();
    const working = work(server);
    await pause(randomInt(100, longest));
    await server.kill();
    await working;
    if (database) await waitForQuiet(database.url);
    const config = readConfig({ DATA_DIR: dataDir, ...env });
    const ctx = await createAppContext(config, pino({ level: 'silent' }));
    try {
      const hashes = await hashesOf(ctx);
      await check(ctx, hashes);
      swept += await sweepFiles(ctx, { olderThanMs: -60_000 });
      const stored = await Array.fromAsync(ctx.storage.list(), ({ key }) => key);
      expect(stored.sort()).toEqual([...hashes.keys()].sort());
      expect(await readdir(join(config.dataDir, 'tmp'))).toEqual([]);
    } finally {
      await ctx.close();
    }
  }
  await (await start()).kill();
  await database?.drop();
  return swept;
}
