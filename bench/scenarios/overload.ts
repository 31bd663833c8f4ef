import { type Company, insertDamages } from '../company.ts';
import { withBothEngines } from '../engines.ts';
import { duration, load } from '../load-generator.ts';
import { atMost, type Metric, type Scenario } from '../metrics.ts';

/** Enough that waiting for responses doesn't slow down the sending. */
const connections = 500;
/** Times the sustainable load. */
const overload = 2;

async function measure({ url, pid, admin }: Company, engine: string): Promise<Metric[]> {
  const list = { url: `${url}/api/damages?limit=100`, pid, headers: admin };
  // Unmeasured first: code that isn't optimized yet runs at half speed.
  await load(list);
  const { requests, seconds } = await load(list);
  const best = requests / seconds;
  const twice = { ...list, connections, rate: Math.round(overload * best), accept: 503 };
  // The server needs a while to notice.
  await load(twice);
  const admitted = await load(twice, 2 * duration);
  const name = `twice the load on ${engine}`;
  const ours = admitted.requests / admitted.seconds;
  return [
    { name: `${name}: answered, beside the best`, ours, baseline: best, unit: '/s', min: 0.9 },
    atMost(`${name}: p99 of those`, admitted.p99, 250, 'ms'),
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
