/** The same company on both engines, and PostgreSQL beside SQLite. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { startCluster } from '../tests/harness/postgres-cluster.ts';
import { type Company, withCompany } from './company.ts';
import { compare, type Target } from './comparison.ts';
import type { Fill } from './filling.ts';
import type { Metric } from './metrics.ts';
import { cpuSeconds } from './process-stats.ts';

interface Postgres {
  url: string;
  version: string;
}

async function runPostgres(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Its commits reach the disk, as on SQLite. It stops when this process ends. */
async function startOwn(): Promise<string | null> {
  try {
    const durable = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };
    // For filling large tables.
    const settings = { ...durable, maintenance_work_mem: '512MB', max_wal_size: '8GB' };
    return (await startCluster({ settings })).url;
  } catch (error) {
    console.log(`  without PostgreSQL: ${error instanceof Error ? error.message : error}`);
    return null;
  }
}

async function start(): Promise<Postgres | null> {
  const url = process.env.BENCH_DATABASE_URL ?? (await startOwn());
  if (url === null) return null;
  const [row] = await runPostgres(url, 'show server_version');
  return { url, version: String(row?.server_version).split(' ')[0] ?? '' };
}

let started: Promise<Postgres | null> | undefined;

/** The server of BENCH_DATABASE_URL, or one for this run; null when it can't start. */
function startPostgres(): Promise<Postgres | null> {
  started ??= start();
  return started;
}

/** null when this run didn't need PostgreSQL. */
export async function postgresVersion(): Promise<string | null> {
  return (await started)?.version ?? null;
}

/** The settings of a server on that database. */
export const postgresEnv = (databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  TOKEN_SECRET: 'a secret of the benchmark alone, long',
});

/** Runs `work` with the URL of a new database, or `otherwise` without PostgreSQL. */
export async function withPostgres<T>(
  work: (url: string) => Promise<T>,
  otherwise: () => Promise<T>,
): Promise<T> {
  const server = await startPostgres();
  if (!server) return otherwise();
  const name = `headrack_bench_${randomBytes(8).toString('hex')}`;
  await runPostgres(server.url, `create database ${name}`);
  try {
    const url = new URL(server.url);
    url.pathname = `/${name}`;
    return await work(url.href);
  } finally {
    await runPostgres(server.url, `drop database ${name} with (force)`);
  }
}

/** Returns a function that returns the CPU seconds of PostgreSQL since; 0 when it runs on another machine. */
export async function postgresCpuSeconds(url: string): Promise<() => Promise<number>> {
  const used = async () => {
    const rows = await runPostgres(url, 'select pid from pg_stat_activity');
    // Those that have ended meanwhile have none.
    return new Map(rows.map(({ pid }) => [pid, cpuSeconds(Number(pid)) || 0]));
  };
  const before = await used();
  return async () =>
    [...(await used())].reduce((sum, [pid, seconds]) => sum + seconds - (before.get(pid) ?? 0), 0);
}

/** Runs `work` on a company of each engine that `fill` has filled; without PostgreSQL the second one is null. */
export function withBothEngines<T>(
  fill: Fill,
  work: (sqlite: Company, postgres: Company | null) => Promise<T>,
): Promise<T> {
  return withCompany(fill, (sqlite) =>
    withPostgres(
      (url) => withCompany(fill, (postgres) => work(sqlite, postgres), { env: postgresEnv(url) }),
      () => work(sqlite, null),
    ),
  );
}

/** Compares PostgreSQL with SQLite; no metric without PostgreSQL. */
export async function compareEngines(
  name: string,
  min: number,
  targetOf: (company: Company) => Target,
  [sqlite, postgres]: readonly [Company, Company | null],
): Promise<Metric[]> {
  if (!postgres) return [];
  const title = `${name} on PostgreSQL, beside SQLite`;
  const { metric } = await compare(title, min, targetOf(postgres), targetOf(sqlite));
  // PostgreSQL has processes of its own.
  const { cpuRatio: _, ...rest } = metric;
  return [rest];
}
