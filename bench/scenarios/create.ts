import { type Company, jobOf380, withCompany } from '../company.ts';
import { compare, load, startWorker, type Target } from '../load-generator.ts';
import { atMost, type Metric, reaches, type Scenario } from '../metrics.ts';
import type { SmallApp } from '../workers/small-app.ts';

const nothing = () => undefined;
const json = { 'content-type': 'application/json' };

const createJob = (url: string, pid: number, headers: Record<string, string>): Target => ({
  url: `${url}/api/careers`,
  pid,
  method: 'POST',
  headers: { ...headers, ...json },
  body: JSON.stringify(jobOf380),
  expect: 201,
});

/** Creates a job durably, beside a small app on its own database. */
function compareCreations() {
  return withCompany(nothing, ({ url, pid, admin }) =>
    withCompany(nothing, async ({ file }) => {
      const smallApp = new URL('../workers/small-app.ts', import.meta.url);
      const small = await startWorker<SmallApp>(smallApp, { file });
      const baseline = createJob(small.result.url, small.pid, small.result.headers);
      const compared = await compare('create a job', 2, createJob(url, pid, admin), baseline);
      await small.stop();
      return compared;
    }),
  );
}

/** Committed jobs a second on SQLite. */
export async function measureSqliteWrites(): Promise<Metric[]> {
  const { metric, p99 } = await compareCreations();
  return [
    reaches('writes on SQLite', metric, 800),
    atMost('p99 of writes on SQLite', p99, 100, 'ms'),
  ];
}

/** Committed jobs a second on the PostgreSQL database at that URL. */
export function measurePostgresWrites(databaseUrl: string): Promise<Metric[]> {
  const env = { DATABASE_URL: databaseUrl, TOKEN_SECRET: 'a secret of the benchmark alone, long' };
  const work = async ({ url, pid, admin }: Company) => {
    const target = createJob(url, pid, admin);
    await load(target);
    const { requests, seconds, p99 } = await load(target);
    const rate = requests / seconds;
    return [
      { name: 'writes on PostgreSQL', ours: rate, baseline: 500, unit: '/s', min: 1 },
      atMost('p99 of writes on PostgreSQL', p99, 100, 'ms'),
    ];
  };
  return withCompany(nothing, work, { env });
}

/** Creates a job durably, compared with a small app on its own database. */
export const create: Scenario = {
  name: 'create',
  run: async () => {
    const { metric, p99 } = await compareCreations();
    return [metric, atMost('create a job: p99', p99, 60, 'ms')];
  },
};
