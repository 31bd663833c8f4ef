/** A real server on PostgreSQL, with a proxy between them. With FULL=1 the PostgreSQL is its own, to be killed. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { connectMs, openPostgres } from '#server/database/postgres.ts';
import { sampleBody } from '#tests/fixtures/sample-bodies.ts';
import { signInAdmin } from '#tests/harness/chat-client.ts';
import { freshPostgres } from '#tests/harness/databases.ts';
import { isFull } from '#tests/harness/is-full.ts';
import { type Cluster, startCluster } from '#tests/harness/postgres-cluster.ts';
import { type RunningServer, startServer } from '#tests/harness/server.ts';
import { startTcpProxy, type TcpProxy } from '#tests/harness/tcp-proxy.ts';
import { until } from '#tests/harness/until.ts';

/** Time that a busy machine may add, in milliseconds; in `npm test` only a hang takes longer. */
const slack = isFull ? 1_000 : 60_000;

interface Answer {
  status: number;
  /** Milliseconds. */
  sentAt: number;
  took: number;
}

/** `kill` ends it; without FULL=1 it only looks dead to the server. */
let database: Pick<Cluster, 'url' | 'kill' | 'start' | 'stop'>;
let line: TcpProxy;
let server: RunningServer;
let token: string;

/** Sends a call; a failure must be a complete 503 that says when to retry. */
async function call(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answer> {
  const sentAt = performance.now();
  const response = await fetch(server.url + path, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      authorization: `Bearer ${token}`,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  });
  const reply = await response.json();
  if (!response.ok) {
    expect(reply).toMatchObject({ code: 'unavailable' });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
  }
  return { status: response.status, sentAt, took: performance.now() - sentAt };
}

const statusOf = async (path: string) => (await call('GET', path)).status;
/** Reads rows; never from the memory of the server. */
const read = () => call('GET', '/api/inquiries');
const write = (position: string) =>
  call('POST', '/api/careers', { ...sampleBody('createJob'), position });

async function isHealthy(): Promise<boolean> {
  expect(await statusOf('/healthz')).toBe(200);
  return (await statusOf('/readyz')) === 200;
}

/** Calls until it is stopped; every answer is a success or a 503. */
function startLoad(clients: number) {
  const answers: Answer[] = [];
  const stored: string[] = [];
  let isOver = false;
  const work = async () => {
    while (!isOver) {
      const position = `Driver ${randomUUID()}`;
      const written = await write(position);
      if (written.status === 201) stored.push(position);
      answers.push(written, await read());
    }
  };
  const working = Promise.all(Array.from({ length: clients }, work));
  return {
    answers,
    stored,
    stop: () => {
      isOver = true;
      return working;
    },
  };
}

const longest = (answers: readonly Answer[]) => Math.max(0, ...answers.map(({ took }) => took));
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

async function openDatabase(): Promise<Cluster> {
  if (isFull) return startCluster({ durable: true });
  const { url, drop } = await freshPostgres('newest');
  const { targets } = line;
  return {
    url,
    kill: async () => {
      line.targets = [];
      line.cut();
    },
    start: async () => {
      line.targets = targets;
    },
    stop: drop,
  };
}

beforeAll(async () => {
  line = await startTcpProxy([Number(new URL(inject('postgresUrl')).port)]);
  database = await openDatabase();
  const url = new URL(database.url);
  line.targets = [Number(url.port)];
  url.port = String(line.port);
  const env = {
    DATABASE_URL: url.href,
    TOKEN_SECRET: 'a secret for tests alone, long enough to be taken',
  };
  server = await startServer({ env, cheapPasswords: true });
  ({ token } = await signInAdmin(server.url));
});
afterAll(async () => {
  await server?.kill();
  await line?.close();
  await database?.stop();
});

describe('a database that fails (FLT5)', () => {
  afterEach(() => {
    expect(server.output()).not.toMatch(/unhandled rejection|"level":60/);
  });

  test('is killed under load: 503 meanwhile, and every acknowledged write is there afterwards', async ({
    annotate,
  }) => {
    const load = startLoad(8);
    const waits: number[] = [];
    for (let round = 0; round < (isFull ? 10 : 1); round += 1) {
      const before = load.stored.length;
      await until('writes', 60_000, () => load.stored.length > before + 10);
      await database.kill();
      // In all rounds together at each moment.
      for (let time = 0; time < 4 + round * 4; time += 1) {
        expect(await statusOf('/healthz')).toBe(200);
        expect(await statusOf('/readyz')).toBe(503);
        await pause(50);
      }
      await database.start();
      waits.push(await until('healthy', 4_000 + slack, isHealthy));
    }
    await load.stop();
    const failed = load.answers.filter(({ status }) => status === 503);
    expect(failed.length).toBeGreaterThan(0);
    expect(connectMs).toBe(2_000);
    expect(longest(failed)).toBeLessThan(connectMs + slack);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query('select position from jobs');
    await client.end();
    const found = rows.map(({ position }) => position as string);
    expect(new Set(found).size).toBe(found.length);
    expect(new Set(load.stored).isSubsetOf(new Set(found))).toBe(true);
    await annotate(
      `${waits.length} kills: ${load.stored.length} acknowledged writes, 0 lost; ${failed.length} answers were 503, the slowest after ${seconds(longest(failed))}; healthy at most ${seconds(Math.max(...waits))} after the database`,
      'measured',
    );
  });

  test('is replaced while its old connections stay silent: the next call gets a new one, in 2 s', async ({
    annotate,
  }) => {
    // How many connections the calls need depends on how quickly the first ones answer.
    await until('many connections', 60_000, async () => {
      await Promise.all(Array.from({ length: 40 }, read));
      return line.count() > 15;
    });
    line.freeze();
    // A connection that a background task has just used counts as alive for a quarter of a second.
    await pause(300);
    const first = await read();
    expect(first.took).toBeLessThan(2_000 + slack);
    expect(first.status).toBe(200);
    const healthy = await until('healthy', 4_000 + slack, isHealthy);
    const answers = await Promise.all(Array.from({ length: 40 }, read));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await annotate(
      `after a failover: the first call took ${seconds(first.took)}, healthy ${seconds(healthy)} later`,
      'measured',
    );
  });

  test('reads an answer that arrived while the process stood still (FLT5)', async () => {
    const { db } = await openPostgres(database.url, { silenceMs: 2_000 });
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
    const answer = sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
    // Once it is sent.
    await new Promise((resolve) => setImmediate(resolve));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_500);
    expect((await answer).rows).toEqual(rows);
    const silent = sql`select pg_sleep(60)`.execute(db);
    await expect(silent).rejects.toThrow('Connection terminated');
    await db.destroy();
  });
});
