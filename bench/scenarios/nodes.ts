/** What requests cost with one, two and three nodes on one PostgreSQL: its CPU and theirs. */
import { type RunningServer, startServer } from '../../tests/harness/server.ts';
import { fillChatPeople, signInAll } from '../chat-company.ts';
import { type Company, fillDamages, fillJobs, jobOf380, withCompany } from '../company.ts';
import { postgresCpuSeconds, postgresEnv, withPostgres } from '../engines.ts';
import { execute, type Fill, withDatabase } from '../filling.ts';
import { duration, load, runWorker, type Target } from '../load-generator.ts';
import type { Metric, Scenario } from '../metrics.ts';
import { cpuSeconds } from '../process-stats.ts';
import type { ChatResult, ChatTask } from '../workers/chat-clients.ts';

const counts = [1, 2, 3];
/** In all, whatever the number of nodes. */
const connections = 24;
/** Connected people and messages a second, in all. */
const chat = { people: 150, rate: 300 };

/** What a request of a kind costs. */
interface Cost {
  perSecond: number;
  /** Microseconds of the CPU of all nodes. */
  nodes: number;
  /** Microseconds of the CPU of PostgreSQL. */
  postgres: number;
}
type Costs = Map<string, Cost>;

const fill: Fill = async (database) => {
  await fillJobs(database);
  await fillDamages(database);
  await fillChatPeople(database, 10, chat.people - 10);
};

const kinds: Record<string, Omit<Target, 'pid' | 'url'> & { path: string }> = {
  'public list': { path: '/api/careers' },
  badges: { path: '/api/badges' },
  '100 damages': { path: '/api/damages?limit=100' },
  'create a job': {
    path: '/api/careers',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(jobOf380),
    expect: 201,
  },
};

/** Runs the work, which calls `start` when its requests begin and returns their number, and measures what each cost. */
async function costOf(
  database: string,
  nodes: readonly RunningServer[],
  work: (start: () => void) => Promise<number>,
): Promise<Cost> {
  const used = () => nodes.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0);
  let before: number | undefined;
  let stopPostgres: Promise<() => Promise<number>> | undefined;
  const requests = await work(() => {
    before ??= used();
    stopPostgres ??= postgresCpuSeconds(database);
  });
  const own = used() - (before ?? Number.NaN);
  const postgres = (await (await stopPostgres)?.()) ?? Number.NaN;
  return {
    perSecond: requests / duration,
    nodes: (own / requests) * 1e6,
    postgres: (postgres / requests) * 1e6,
  };
}

async function requestCosts(database: string, nodes: readonly RunningServer[], admin: object) {
  const costs: Costs = new Map();
  for (const [name, { path, headers, ...rest }] of Object.entries(kinds)) {
    const loadAll = async (start?: () => void) => {
      const outcomes = await Promise.all(
        nodes.map(({ url, pid }) => {
          const target = { ...rest, url: url + path, pid, headers: { ...headers, ...admin } };
          return load({ ...target, connections: connections / nodes.length }, duration, start);
        }),
      );
      return outcomes.reduce((sum, { requests }) => sum + requests, 0);
    };
    // Unmeasured first: code that isn't optimized yet runs at half speed.
    for (const _ of nodes) await loadAll();
    costs.set(name, await costOf(database, nodes, loadAll));
  }
  return costs;
}

/** Messages between people who are connected to all nodes. */
async function chatCost(company: Company, database: string, nodes: readonly RunningServer[]) {
  const file = new URL('../workers/chat-clients.ts', import.meta.url);
  const everyone = await signInAll(company);
  const connected = nodes.map(() => Promise.withResolvers<void>());
  const clients = nodes.map(({ url }, index) => {
    const people = everyone.filter((_, n) => n % nodes.length === index);
    const rate = chat.rate / nodes.length;
    const task: ChatTask = { ...{ url, people, rate }, content: 'Gate 4.', seconds: duration };
    return runWorker<ChatResult>(file, task, connected[index]?.resolve);
  });
  await Promise.all(connected.map(({ promise }) => promise));
  return costOf(database, nodes, async (start) => {
    start();
    const results = await Promise.all(clients);
    if (results.some(({ lost }) => lost > 0)) throw new Error('messages were lost');
    return results.reduce((sum, { sent }) => sum + sent, 0);
  });
}

async function measure(company: Company, database: string, count: number): Promise<Costs> {
  const others = await Promise.all(
    Array.from({ length: count - 1 }, () =>
      startServer({ env: { LOG_LEVEL: 'error', ...postgresEnv(database) } }),
    ),
  );
  try {
    const nodes = [company, ...others];
    const costs = await requestCosts(database, nodes, company.admin);
    // Otherwise the public list grows.
    await withDatabase(company.database, (open) =>
      execute(open, ['delete from jobs where id > 20', 'vacuum analyze jobs']),
    );
    await chatCost(company, database, nodes);
    return costs.set('chat message', await chatCost(company, database, nodes));
  } finally {
    for (const { stop } of others) await stop();
  }
}

function metricsOf(count: number, costs: Costs, ofOne: Costs): Metric[] {
  return [...costs].flatMap(([name, cost]) => {
    const one = ofOne.get(name) ?? cost;
    const title = `${name}, ${count} node${count === 1 ? '' : 's'}`;
    return [
      { name: `${title}: answered`, ours: cost.perSecond, baseline: one.perSecond, unit: '/s' },
      { name: `${title}: CPU of the nodes`, ours: cost.nodes, baseline: one.nodes, unit: 'µs' },
      {
        name: `${title}: CPU of PostgreSQL`,
        ...{ ours: cost.postgres, baseline: one.postgres, unit: 'µs' },
      },
    ];
  });
}

/** On a machine where all nodes, PostgreSQL and the load share two cores, only the CPU of a request tells what more machines would give. */
export const nodes: Scenario = {
  name: 'nodes',
  run: () =>
    withPostgres(
      (url) =>
        withCompany(
          fill,
          async (company) => {
            const all: Costs[] = [];
            for (const count of counts) all.push(await measure(company, url, count));
            const [one = new Map()] = all;
            return all.flatMap((costs, index) => metricsOf(counts[index] ?? 0, costs, one));
          },
          { env: postgresEnv(url) },
        ),
      async () => [],
    ),
};
