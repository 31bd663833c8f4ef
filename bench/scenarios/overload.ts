import { type Company, insertDamages } from '../company.ts';
import { withBothEngines } from '../engines.ts';
import { duration, load, runWorker } from '../load-generator.ts';
import { atMost, type Metric, percentile, type Scenario } from '../metrics.ts';
import type { OpenLoopResult, OpenLoopTask } from '../workers/open-loop.ts';

const path = '/api/damages?limit=100';
/** Times the sustainable load. */
const overload = 2;

async function measure({ url, pid, admin }: Company, engine: string): Promise<Metric[]> {
  const target = { url: url + path, pid, headers: admin };
  await load(target);
  const { requests, seconds } = await load(target);
  const best = requests / seconds;
  const task: OpenLoopTask = {
    ...{ url: target.url, headers: admin, rate: Math.round(overload * best) },
    ...{ seconds: 2 * duration, warmUpSeconds: 4 },
  };
  const worker = new URL('../workers/open-loop.ts', import.meta.url);
  const { times } = await runWorker<OpenLoopResult>(worker, task);
  const { 200: admitted = [], 503: refused = [], ...others } = times;
  if (Object.keys(others).length > 0) throw new Error(`statuses ${Object.keys(others)}`);
  const name = `twice the load on ${engine}`;
  return [
    {
      ...{ name: `${name}: answered, beside the best`, ours: admitted.length / task.seconds },
      ...{ baseline: best, unit: '/s', min: 0.9 },
    },
    atMost(`${name}: p99 of answers`, percentile(admitted, 0.99), 250, 'ms'),
    atMost(`${name}: p99 of refusals`, percentile(refused, 0.99), 250, 'ms'),
  ];
}

/** A list behind a token, requested twice as often as the server can answer. */
export const overloaded: Scenario = {
  name: 'overload',
  run: () =>
    withBothEngines(insertDamages, async (sqlite, postgres) => [
      ...(await measure(sqlite, 'SQLite')),
      ...(postgres ? await measure(postgres, 'PostgreSQL') : []),
    ]),
};
