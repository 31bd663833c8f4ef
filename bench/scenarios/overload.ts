import { type Company, fillDamages } from '../company.ts';
import { withBothEngines } from '../engines.ts';
import { duration, load, runWorker } from '../load-generator.ts';
import { atMost, type Metric, type Scenario } from '../metrics.ts';
import type { LoadResult } from '../workers/autocannon.ts';
import type { OpenLoopTask } from '../workers/open-loop.ts';

/** Times the sustainable load. */
const overload = 2;
const connections = 1_000;
/** Within these the server has noticed. */
const warmUpSeconds = 4;

async function measure({ url, pid, admin }: Company, engine: string): Promise<Metric[]> {
  const list = { url: `${url}/api/damages?limit=100`, headers: admin };
  // Unmeasured first: code that isn't optimized yet runs at half speed.
  await load({ ...list, pid });
  const { requests, seconds } = await load({ ...list, pid });
  const best = requests / seconds;
  const file = new URL('../workers/open-loop.ts', import.meta.url);
  const rate = overload * best;
  const task: OpenLoopTask = {
    ...{ ...list, connections, rate, warmUpSeconds, seconds: 2 * duration, timed: 200 },
  };
  const result = await runWorker<LoadResult>(file, task);
  const { 200: answered = 0, 503: refused = 0, ...others } = result.statuses;
  if (result.errors > 0 || Object.keys(others).length > 0) {
    throw new Error(`${result.errors} errors, statuses ${JSON.stringify(result.statuses)}`);
  }
  console.log(`  ${engine}: ${answered} answered, ${refused} refused`);
  const name = `twice the load on ${engine}`;
  const ours = answered / result.seconds;
  return [
    { name: `${name}: answered, beside the best`, ours, baseline: best, unit: '/s', min: 0.9 },
    atMost(`${name}: p99 of those`, result.p99, 250, 'ms'),
  ];
}

/** A list behind a token, requested twice as often as the server can answer. */
export const overloaded: Scenario = {
  name: 'overload',
  run: () =>
    withBothEngines(fillDamages, async (sqlite, postgres) => [
      ...(await measure(sqlite, 'SQLite')),
      ...(postgres ? await measure(postgres, 'PostgreSQL') : []),
    ]),
};
