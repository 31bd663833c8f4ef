import { type Company, jobOf380, withCompany } from '../company.ts';
import { compare, type Target } from '../comparison.ts';
import { compareEngines, postgresEnv, withBothEngines } from '../engines.ts';
import { createdAt } from '../expected.ts';
import { load, startSmallApp } from '../load-generator.ts';
import { atMost, type Metric, reaches, type Scenario } from '../metrics.ts';

const nothing = () => undefined;
const json = { 'content-type': 'application/json' };

const createJob = ({ url, pid, admin }: Pick<Company, 'url' | 'pid' | 'admin'>): Target => ({
  url: `${url}/api/careers`,
  pid,
  method: 'POST',
  headers: { ...admin, ...json },
  body: JSON.stringify(jobOf380),
  expect: 201,
  varies: true,
  verify: createdAt(url),
});

/** Creates a job durably, beside the small app on a database of its own. */
function besideSmallApp(company: Company) {
  return withCompany(nothing, async ({ file }) => {
    const { pid, result, stop } = await startSmallApp(file);
    const baseline = createJob({ url: result.url, pid, admin: result.headers });
    const compared = await compare(
      'create a job, beside the small app',
      1.5,
      createJob(company),
      baseline,
    );
    await stop();
    return compared;
  });
}

/** Committed jobs a second on SQLite. */
export async function measureSqliteWrites(): Promise<Metric[]> {
  const { metric, p99 } = await withCompany(nothing, besideSmallApp);
  return [
    reaches('writes on SQLite', metric, 800),
    atMost('p99 of writes on SQLite', Math.max(...p99), 100, 'ms'),
  ];
}

/** Committed jobs a second on the PostgreSQL database at that URL. */
export function measurePostgresWrites(databaseUrl: string): Promise<Metric[]> {
  const work = async (company: Company) => {
    const target = createJob(company);
    await load(target);
    const { requests, seconds, p99 } = await load(target);
    const rate = requests / seconds;
    return [
      { name: 'writes on PostgreSQL', ours: rate, baseline: 500, unit: '/s', min: 1 },
      atMost('p99 of writes on PostgreSQL', p99, 100, 'ms'),
    ];
  };
  return withCompany(nothing, work, { env: postgresEnv(databaseUrl) });
}

/** Creates a job durably, beside the small app, and PostgreSQL beside SQLite. */
export const create: Scenario = {
  name: 'create',
  run: () =>
    withBothEngines(nothing, async (...engines) => {
      const { metric, p99 } = await besideSmallApp(engines[0]);
      const onPostgres = await compareEngines('create a job', 0.5, createJob, engines);
      return [metric, atMost('create a job: p99', p99, 60, 'ms'), ...onPostgres];
    }),
};
