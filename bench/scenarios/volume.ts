import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readResources } from '../../tests/harness/resources.ts';
import { firstAdmin, type RunningServer, startServer } from '../../tests/harness/server.ts';
import { adminPeakMb, measureBackup } from '../admin-commands.ts';
import { type ChatPerson, fillChatPeople, fillMessages, signInAll } from '../chat-company.ts';
import { inTurns } from '../comparison.ts';
import { postgresEnv, withPostgres } from '../engines.ts';
import { type DatabaseSettings, withDatabase } from '../filling.ts';
import { duration, load } from '../load-generator.ts';
import { atMost, type Metric, percentile, type Scenario } from '../metrics.ts';
import { memoryMb, peakMemoryMb } from '../process-stats.ts';
import { documentKey, fillApplications, fillAudit, fillDocuments } from '../records.ts';
import { timeOf } from './start.ts';

const numberOf = (name: string, usual: number) => Number(process.env[name] ?? usual);
const admins = 10;
const people = 500;
const applications = numberOf('BENCH_APPLICATIONS', 100_000);
const messages = numberOf('BENCH_MESSAGES', 1_000_000);
const documents = numberOf('BENCH_DOCUMENTS', 200_000);
const auditEntries = numberOf('BENCH_AUDIT', 1_000_000);
const rounds = 40;

const listMs = 50;
const searchMs = 100;
const maxRiseMb = 60;

interface Company {
  /** As in the names of the rows. */
  engine: string;
  server: RunningServer;
  env: Record<string, string>;
  admin: ChatPerson;
  employee: ChatPerson;
}

const bearer = ({ token }: ChatPerson) => ({ authorization: `Bearer ${token}` });

async function readWhole(url: string, person: ChatPerson, method = 'GET'): Promise<Response> {
  const response = await fetch(url, { method, headers: bearer(person) });
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  // Without keeping it.
  for await (const _ of response.body ?? []);
  return response;
}

async function measureList({ engine, server }: Company, path: string, person: ChatPerson) {
  const times: number[] = [];
  for (let n = 0; n < 2 * rounds; n += 1) {
    const from = performance.now();
    await readWhole(server.url + path, person);
    // The first half is a warm-up.
    if (n >= rounds) times.push(performance.now() - from);
  }
  const limit = /[?&]q=/.test(path) ? searchMs : listMs;
  const name = `p95 of ${path}, ${person.isAdmin ? 'admin' : 'employee'}, ${engine}`;
  return atMost(name, percentile(times, 0.95), limit, 'ms');
}

/** The first page of each list of a large table, and searches with and without a hit. */
async function measureLists(company: Company): Promise<Metric[]> {
  const { admin, employee } = company;
  const ofBoth = [
    '/api/training/files?limit=100',
    '/api/settlements/files?limit=100',
    '/api/reports/files?limit=100',
    '/api/employee-files?limit=100',
    '/api/messages/conversations?limit=50',
    '/api/messages/unread-total',
    '/api/badges',
    '/api/messages/search?q=gate',
    '/api/messages/search?q=zebra',
  ];
  const ofAdmins = [
    '/api/applications?limit=100',
    '/api/employees',
    '/api/receipts/people',
    '/api/receipts/documents?limit=100',
    `/api/receipts?user_id=${employee.userId}`,
    '/api/audit?limit=100',
    `/api/audit?limit=100&user_id=${employee.userId}`,
    '/api/audit?limit=100&q=week',
    '/api/audit?limit=100&q=zebra',
    `/api/messages/${employee.userId}?limit=50`,
    `/api/settlements/presigned-get?path=${documentKey(1)}`,
  ];
  const metrics: Metric[] = [];
  for (const path of [...ofAdmins, ...ofBoth]) {
    metrics.push(await measureList(company, path, admin));
  }
  for (const path of ofBoth) metrics.push(await measureList(company, path, employee));
  return metrics;
}

/** How much memory the server takes while it sends whole lists and a person's data. */
async function measureWholes(company: Company): Promise<Metric[]> {
  const { engine, server, admin, employee } = company;
  const link = await fetch(`${server.url}/api/user/export`, {
    method: 'POST',
    headers: bearer(admin),
  });
  const { url: dataOfAdmin } = (await link.json()) as { url: string };
  const wholes = {
    '/api/applications': '/api/applications',
    '/api/training/files': '/api/training/files',
    '/api/employee-files': '/api/employee-files',
    '/api/employee-files/files': '/api/employee-files/files',
    '/api/employee-files/grouped': '/api/employee-files/grouped',
    '/api/receipts/documents': '/api/receipts/documents',
    'a conversation': `/api/messages/${employee.userId}`,
    "an admin's data": dataOfAdmin,
  };
  const metrics: Metric[] = [];
  for (const [name, path] of Object.entries(wholes)) {
    await readResources(server);
    const before = memoryMb(server.pid);
    const peak = await peakMemoryMb(server.pid, readWhole(server.url + path, admin));
    metrics.push(atMost(`memory while reading ${name}, ${engine}`, peak - before, maxRiseMb, 'MB'));
  }
  return [...metrics, ...(await measureCommands(company))];
}

/** The memory that commands take for many records, beside the same command for few. */
async function measureCommands({ engine, env }: Company): Promise<Metric[]> {
  const folder = mkdtempSync(join(tmpdir(), 'headrack-exports-'));
  const exportOf = (what: string) => ['export', what, join(folder, `${what}.csv`)];
  const personOf = (name: string) => ['export-person', name, '--out', join(folder, name)];
  const commands = {
    'export applications': [exportOf('applications'), exportOf('jobs')],
    'export-person of an admin': [personOf('person 1'), personOf(firstAdmin.username)],
  } as const;
  const metrics: Metric[] = [];
  for (const [name, [many, few]] of Object.entries(commands)) {
    const least = await adminPeakMb(env, few);
    const rise = (await adminPeakMb(env, many)) - least;
    metrics.push(atMost(`memory of ${name}, ${engine}`, rise, maxRiseMb, 'MB'));
  }
  rmSync(folder, { recursive: true });
  return metrics;
}

/** The calls that take longest: whole lists, a person's whole export, searches without a hit. */
const heavyPaths = (userId: number) => [
  '/api/applications',
  '/api/training/files',
  '/api/employee-files',
  '/api/audit?limit=100',
  '/api/audit?q=zebra',
  `/api/receipts?user_id=${userId}`,
  '/api/messages/search?q=zebra',
];

/** 50 other requests a second while one heavy call follows the other, and how long the event loop was held up. */
async function measureOthers({ engine, server, admin, employee }: Company): Promise<Metric[]> {
  const { url, pid } = server;
  let isDone = false;
  const readAll = async () => {
    while (!isDone) {
      for (const path of heavyPaths(employee.userId)) await readWhole(url + path, admin);
    }
  };
  await readResources(server);
  const reading = readAll();
  const others = { url: `${url}/api/careers`, pid, connections: 4, rate: 50 };
  const { p99 } = await load(others, Math.max(duration, 10));
  isDone = true;
  await reading;
  const { loopDelay } = await readResources(server);
  return [
    atMost(`p99 of others during heavy calls, ${engine}`, p99, 100, 'ms'),
    atMost(`p99 of the event loop's delay meanwhile, ${engine}`, loopDelay, 50, 'ms'),
  ];
}

/** Creates the schema of a company and returns its settings. */
async function createCompany(databaseUrl: string | null) {
  const env = { LOG_LEVEL: 'fatal', ...(databaseUrl && postgresEnv(databaseUrl)) };
  const { dataDir, stop } = await startServer({ env });
  await stop();
  return { databaseUrl, dataDir, env };
}

async function fill(settings: DatabaseSettings): Promise<Metric[]> {
  const everyone = Array.from({ length: people }, (_, index) => ({
    userId: index + 2,
    isAdmin: index < admins,
  }));
  await withDatabase(settings, async (database) => {
    await fillChatPeople(database, admins, people - admins);
    await fillApplications(database, applications);
    await fillAudit(database, auditEntries, people);
    await fillMessages(database, everyone, messages);
  });
  // Before the documents, which have no files.
  const backup = settings.databaseUrl === null ? await measureBackup(settings) : [];
  await withDatabase(settings, (database) => fillDocuments(database, documents, people));
  return backup;
}

async function measureEngine(
  engine: string,
  fullUrl: string | null,
  emptyUrl: string | null,
): Promise<Metric[]> {
  console.log(`  ${engine}`);
  const empty = await createCompany(emptyUrl);
  const full = await createCompany(fullUrl);
  const backup = await fill(full);
  const startOf = (company: typeof full) => () => timeOf(() => startServer(company));
  const started = await inTurns(startOf(full), startOf(empty));
  const tokenSecret = full.env.TOKEN_SECRET ?? null;
  const everyone = await signInAll({ database: full, tokenSecret });
  const admin = everyone.find(({ isAdmin }) => isAdmin);
  const employee = everyone.find(({ isAdmin }) => !isAdmin);
  if (!admin || !employee) throw new Error('no users');
  const server = await startServer({
    ...full,
    nodeArgs: ['--expose-gc'],
    preload: ['./tests/harness/report-resources.ts'],
  });
  try {
    const env = { ...full.env, DATA_DIR: full.dataDir };
    const company = { engine, server, env, admin, employee };
    return [
      { name: `start, beside an empty company, ${engine}`, ...started, unit: 'ms', max: 2 },
      ...backup,
      ...(await measureLists(company)),
      ...(await measureWholes(company)),
      ...(await measureOthers(company)),
    ];
  } finally {
    await server.stop();
    for (const { dataDir } of [empty, full]) rmSync(dataDir, { recursive: true });
  }
}

/**
 * A company with 500 users, 100,000 applications, 200,000 documents, 1,000,000 messages and 1,000,000 audit entries, on
 * both engines: its start and backup, the first page of each list, and the memory of whole ones.
 */
export const volume: Scenario = {
  name: 'volume',
  run: async () => [
    ...(await measureEngine('SQLite', null, null)),
    ...(await withPostgres(
      (full) =>
        withPostgres(
          (empty) => measureEngine('PostgreSQL', full, empty),
          async () => [],
        ),
      async () => [],
    )),
  ],
};
