/** What a call costs as the company's records and its open pages grow: CPU of the server per request. */
import { type ChatPerson, fillChatPeople, fillMessages, signInAll } from '../chat-company.ts';
import { type Company, withCompany } from '../company.ts';
import { type Fill, withDatabase } from '../filling.ts';
import { duration, load, runWorker } from '../load-generator.ts';
import type { Metric, Scenario } from '../metrics.ts';
import { fillApplications, fillDocuments } from '../records.ts';
import type { ChatResult, ChatTask } from '../workers/chat-clients.ts';

const sizes = [1, 10, 100];
const sockets = [1, 10, 100, 1_000];
const maxGrowth = 1.3;
const [admins, employees] = [10, 490];

const paths = (employee: ChatPerson) => [
  '/api/applications?limit=100',
  '/api/training/files?limit=100',
  '/api/badges',
  `/api/messages/${employee.userId}?limit=2`,
  '/api/messages/conversations?limit=50',
  '/api/messages/search?q=gate',
  '/api/careers',
];

/** Microseconds of CPU per request, by path. */
type Costs = Map<string, number>;

async function peopleOf(company: Company) {
  const everyone = await signInAll(company);
  const admin = everyone.find(({ isAdmin }) => isAdmin);
  const employee = everyone.find(({ isAdmin }) => !isAdmin);
  if (!admin || !employee) throw new Error('no users');
  return { everyone, admin, employee };
}

async function measureCosts(
  { url, pid }: Company,
  admin: ChatPerson,
  employee: ChatPerson,
): Promise<Costs> {
  const costs: Costs = new Map();
  const headers = { authorization: `Bearer ${admin.token}` };
  for (const path of paths(employee)) {
    const target = { url: url + path, pid, headers, connections: 4 };
    // Unmeasured first: code that isn't optimized yet runs at half speed.
    await load(target);
    const { cpu, requests } = await load(target);
    costs.set(path, (cpu / requests) * 1e6);
  }
  return costs;
}

/** Each cost beside the first one. */
function growthOf(costs: readonly Costs[], labels: readonly string[]): Metric[] {
  const [first = new Map<string, number>(), ...later] = costs;
  return later.flatMap((grown, index) =>
    [...grown].map(([path, ours]) => ({
      name: `${path}, ${labels[index + 1]}`,
      ...{ ours, baseline: first.get(path) ?? Number.NaN, unit: 'µs', max: maxGrowth },
    })),
  );
}

function costsAtSize(size: number): Promise<Costs> {
  const fill: Fill = async (database) => {
    await fillChatPeople(database, admins, employees);
    await fillApplications(database, 1_000 * size);
    await fillDocuments(database, 2_000 * size, employees);
  };
  return withCompany(fill, async (company) => {
    const { everyone, admin, employee } = await peopleOf(company);
    await withDatabase(company.database, (database) =>
      fillMessages(database, everyone, 10_000 * size),
    );
    return measureCosts(company, admin, employee);
  });
}

async function costsWithSockets(company: Company, count: number): Promise<Costs> {
  const { everyone, admin, employee } = await peopleOf(company);
  const people = Array.from({ length: count }, (_, n) => everyone[n % everyone.length] ?? admin);
  const connected = Promise.withResolvers<void>();
  // Connected for as long as the calls take: each runs twice, after a warm-up.
  const seconds = paths(employee).length * 2 * (duration + 1);
  const task: ChatTask = { url: company.url, people, rate: 0, content: '', seconds };
  const file = new URL('../workers/chat-clients.ts', import.meta.url);
  const clients = runWorker<ChatResult>(file, task, connected.resolve);
  await connected.promise;
  const costs = await measureCosts(company, admin, employee);
  if ((await clients).connected < count) throw new Error(`fewer than ${count} sockets`);
  return costs;
}

export const growth: Scenario = {
  name: 'growth',
  run: async () => {
    const bySize: Costs[] = [];
    for (const size of sizes) bySize.push(await costsAtSize(size));
    const fill: Fill = (database) => fillChatPeople(database, admins, employees);
    const bySockets = await withCompany(fill, async (company) => {
      const costs: Costs[] = [];
      for (const count of sockets) costs.push(await costsWithSockets(company, count));
      return costs;
    });
    return [
      ...growthOf(
        bySize,
        sizes.map((size) => `${size} × the records`),
      ),
      ...growthOf(
        bySockets,
        sockets.map((count) => `${count} sockets`),
      ),
    ];
  },
};
