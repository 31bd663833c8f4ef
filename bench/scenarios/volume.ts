import { readResources } from '../../tests/harness/resources.ts';
import { fillChatPeople, fillMessages, signInAll } from '../chat-company.ts';
import { type Company, fillApplications, fillDocuments, withCompany } from '../company.ts';
import { duration, load } from '../load-generator.ts';
import { atMost, type Metric, percentile, type Scenario } from '../metrics.ts';

const people = 500;
const applications = 100_000;
const messages = Number(process.env.BENCH_MESSAGES ?? 1_000_000);
const documents = Number(process.env.BENCH_DOCUMENTS ?? 200_000);
const rounds = 40;

async function measureList(url: string, path: string, token: string, isAdmin: boolean) {
  const times: number[] = [];
  for (let n = 0; n < 2 * rounds; n += 1) {
    const from = performance.now();
    const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
    await response.arrayBuffer();
    // The first half is a warm-up.
    if (n >= rounds) times.push(performance.now() - from);
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
  }
  const name = `p95 of ${path}, ${isAdmin ? 'admin' : 'employee'}`;
  return atMost(name, percentile(times, 0.95), 100, 'ms');
}

/** The calls that take longest: whole lists, a person's whole export, a search without a hit. */
const heavyPaths = (userId: number) => [
  '/api/applications',
  '/api/training/files',
  '/api/audit?limit=100',
  `/api/receipts?user_id=${userId}`,
  '/api/messages/search?q=zebra',
];

/** 50 other requests a second while one heavy call follows the other, and how long the event loop was held up. */
async function measureOthers(company: Company, userId: number): Promise<Metric[]> {
  const { url, pid, admin } = company;
  let isDone = false;
  const readAll = async () => {
    while (!isDone) {
      for (const path of heavyPaths(userId)) {
        const response = await fetch(url + path, { headers: admin });
        await response.arrayBuffer();
        if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
      }
    }
  };
  await readResources(company);
  const reading = readAll();
  const others = { url: `${url}/api/careers`, pid, connections: 4, rate: 50 };
  const { p99 } = await load(others, Math.max(duration, 10));
  isDone = true;
  await reading;
  const { loopDelay } = await readResources(company);
  return [
    atMost('p99 of others during heavy calls', p99, 100, 'ms'),
    atMost("p99 of the event loop's delay meanwhile", loopDelay, 50, 'ms'),
  ];
}

async function measure(company: Company): Promise<Metric[]> {
  const everyone = signInAll(company);
  fillMessages(company.file, everyone, messages);
  const admin = everyone.find(({ isAdmin }) => isAdmin);
  const employee = everyone.find(({ isAdmin }) => !isAdmin);
  if (!admin || !employee) throw new Error('no users');
  const adminPaths = [
    '/api/applications?limit=100',
    '/api/training/files?limit=100',
    `/api/receipts?user_id=${employee.userId}`,
    `/api/messages/${employee.userId}?limit=50`,
    '/api/messages/conversations?limit=50',
    '/api/messages/unread-total',
    '/api/messages/search?q=gate',
    '/api/messages/search?q=zebra',
  ];
  const employeePaths = [
    '/api/training/files?limit=100',
    '/api/badges',
    '/api/messages/search?q=gate',
  ];
  const metrics: Metric[] = [];
  for (const path of adminPaths) {
    metrics.push(await measureList(company.url, path, admin.token, true));
  }
  for (const path of employeePaths) {
    metrics.push(await measureList(company.url, path, employee.token, false));
  }
  return [...metrics, ...(await measureOthers(company, employee.userId))];
}

/** Lists of a company with 500 users, 100,000 applications, 200,000 documents and 1,000,000 messages. */
export const volume: Scenario = {
  name: 'volume',
  run: () =>
    withCompany(
      (file) => {
        fillChatPeople(file, 10, people - 10);
        fillApplications(file, applications);
        fillDocuments(file, documents, people);
      },
      measure,
      { nodeArgs: ['--expose-gc'], preload: ['./tests/harness/report-resources.ts'] },
    ),
};
