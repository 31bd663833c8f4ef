/** Three real nodes behind a proxy; the clocks of two are wrong. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { wallClock } from '#contract/dates.ts';
import type { SystemStatus } from '#contract/status.ts';
import { sampleBody } from '../fixtures/sample-bodies.ts';
import { ChatClient, type Colleague, createUser, signInAdmin } from '../harness/chat-client.ts';
import { multipartOf, pdfOf, textParts } from '../harness/multipart.ts';
import { until } from '../harness/until.ts';
import {
  expectMails,
  forgetRetention,
  hour,
  type NodeCluster,
  portOf,
  startNodes,
} from './node-cluster.ts';
import { expectOnce, expectOrder, startChat, startWork } from './node-load.ts';

const isFull = process.env.FULL === '1';
/** How often each node restarts, and how many requests a second it does that under. */
const [rounds, perSecond] = isFull ? [5, 30] : [1, 20];

let cluster: NodeCluster;

beforeAll(async () => {
  cluster = await startNodes([{}, { aheadMs: 10 * hour }, { aheadMs: -10 * hour, onLine: true }]);
}, 120_000);
afterAll(() => cluster?.close());

const urls = () => cluster.nodes.map(({ url }) => url);
const at = (index: number) => urls()[index % 3] ?? '';
const bearer = ({ token }: Colleague) => ({ authorization: `Bearer ${token}` });

async function call<T>(url: string, body?: object, who: Colleague | null = cluster.admin) {
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { ...(body && { 'content-type': 'application/json' }), ...(who && bearer(who)) },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(response.ok, `${url}: ${response.status}`).toBe(true);
  return (await response.json()) as T;
}

const expectNow = (instant: unknown) =>
  expect(Math.abs(Date.parse(String(instant)) - Date.now()), String(instant)).toBeLessThan(300_000);

test('nodes whose clocks are ten hours wrong end no session and grant none beyond its end', async () => {
  const { nodes, admin } = cluster;
  for (const { output } of nodes.slice(1)) {
    expect(output()).toContain('the clock of this machine is wrong');
  }
  const people = [admin, ...(await Promise.all(urls().map(signInAdmin)))];
  for (const person of people) {
    for (const url of urls()) await call(`${url}/api/damages`, undefined, person);
    const claims = Buffer.from(person.token.split('.')[1] ?? '', 'base64url').toString();
    expectNow(new Date(JSON.parse(claims).exp * 1000 - 8 * hour).toISOString());
  }
});

test('their records are in order, and have the right time', async () => {
  const { admin, rowsOf } = cluster;
  const driver = await createUser(at(0), admin, `driver-${randomUUID()}`);
  const clients = urls().map((url) => new ChatClient(url, driver));
  onTestFinished(() => {
    for (const client of clients) client.close();
  });
  await until('connected', 30_000, () => clients.every(({ socket }) => socket.connected));
  for (let n = 0; n < 12; n += 1) {
    await call(`${at(n)}/api/inquiry`, sampleBody('sendInquiry', { company_name: `Clock ${n}` }));
    clients[n % 3]?.write(admin.userId, `Clock ${n}`);
    await until('stored', 10_000, () => clients[n % 3]?.unsent === 0);
  }
  for (const query of [
    "select created_at as at from inquiries where company_name like 'Clock %' order by id",
    "select sent_at as at from messages where content like 'Clock %' order by id",
    'select at from audit order by id desc limit 12',
  ]) {
    const instants = (await rowsOf(query)).map((row) => String(row.at));
    expect(instants, query).toHaveLength(12);
    for (const instant of instants) expectNow(instant);
    expectOrder(query.includes('desc') ? instants.toReversed() : instants);
  }
  for (const url of urls()) {
    const { tasks, started_at } = await call<SystemStatus>(`${url}/api/status`);
    expectNow(started_at);
    const ended = tasks.filter(({ ended_at }) => ended_at !== null);
    expect(ended.length).toBeGreaterThan(5);
    for (const { ended_at } of ended) expectNow(ended_at);
  }
});

test('a link to a file that one of them signed opens on every node', async () => {
  const { payload, headers } = multipartOf([
    ...textParts(sampleBody('sendApplication')),
    { name: 'resume', value: pdfOf('A resume'), filename: 'Link.pdf' },
  ]);
  const sent = await fetch(`${at(1)}/api/application`, {
    method: 'POST',
    headers,
    body: new Uint8Array(payload),
  });
  expect(sent.status).toBe(201);
  const [row] = await cluster.rowsOf("select key from objects where original_name = 'Link.pdf'");
  for (const signer of urls()) {
    const path = `${signer}/api/settlements/presigned-get?path=${row?.key}`;
    const { pathname, search } = new URL((await call<{ url: string }>(path)).url, signer);
    for (const url of urls()) expect((await fetch(url + pathname + search)).status).toBe(200);
    const end = Number(new URLSearchParams(search).get('expires'));
    expectNow(new Date((end - 300) * 1000).toISOString());
  }
});

test('their limits end when they should, and retention deletes what is old and nothing else', async () => {
  const { rowsOf, startNode } = cluster;
  const clock = wallClock(new Date());
  const end = Temporal.PlainDate.from(clock.slice(0, 10))
    .subtract({ months: 1 })
    .toZonedDateTime('America/Chicago').epochMilliseconds;
  const ages = [-30, -12, -1, 1, 12, 30];
  for (const age of ages) {
    await rowsOf(
      `insert into inquiries (reference, created_at, company_name, contact_person, email_address,
        vehicle_type, vehicle_condition, pickup_location, delivery_location)
      values ($1, $2, $3, 'Jo', 'jo@example.com', 'car', 'new', 'Joliet', 'Gary')`,
      [randomUUID(), new Date(end + age * hour).toISOString(), `Old ${age}`],
    );
  }
  await forgetRetention(cluster);
  const env = { RATE_LIMITS: 'on', RETENTION_INQUIRIES_MONTHS: '1' };
  const wrong = await Promise.all(
    [10, -10].map((hours) => startNode({ env, aheadMs: hours * hour })),
  );
  onTestFinished(async () => void (await Promise.all(wrong.map(({ stop }) => stop()))));

  const password = { username: `nobody-${randomUUID()}`, password: 'wrong for sure' };
  const statuses: number[] = [];
  for (let n = 0; n < 8; n += 1) {
    const response = await fetch(`${wrong[n % 2]?.url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(password),
    });
    statuses.push(response.status);
    if (response.status === 429) {
      expect(Math.abs(Number(response.headers.get('retry-after')) - 900)).toBeLessThan(60);
    }
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);

  const runs = async () =>
    (await rowsOf("select value from facts where name = 'retention-day'"))[0]?.value;
  // Before three o'clock there is no run, whatever the machine's clock shows.
  const isDue = Number(clock.slice(11, 13)) >= 3;
  if (isDue) await until('it has run', 30_000, async () => (await runs()) === clock.slice(0, 10));
  else expect(await runs()).toBe('2000-01-01');
  const left = await rowsOf("select company_name from inquiries where company_name like 'Old %'");
  const expected = ages.filter((age) => age > 0 || !isDue).map((age) => `Old ${age}`);
  expect(left.map((row) => row.company_name).toSorted()).toEqual(expected.toSorted());
});

test('a rolling restart under load fails no request and loses no message', async ({ annotate }) => {
  const work = startWork(cluster, perSecond);
  const chat = await startChat(cluster);
  for (let round = 0; round < rounds; round += 1) {
    for (const index of cluster.nodes.keys()) {
      await cluster.restart(index);
      await pause(500);
    }
  }
  const messages = await chat.stop();
  expect(messages).toBeGreaterThan(50);
  await work.stop();
  await expectOnce(cluster, work);
  const { jobs, inquiries, resumes, reads } = work.answered;
  const counts = [jobs.length, inquiries.length, resumes.length, reads];
  expect(Math.min(...counts)).toBeGreaterThan(5);
  await expectMails(cluster);
  const requests = counts.reduce((sum, count) => sum + count, 0);
  await annotate(
    `${requests} requests and ${messages} messages during ${3 * rounds} restarts: none failed, the slowest took ${(work.slowest() / 1000).toFixed(1)} s`,
    'measured',
  );
});

test('when one is killed, calls that are repeated on another are done once', async () => {
  const work = startWork(cluster, perSecond, { retries: 50 });
  const chat = await startChat(cluster);
  for (const index of isFull ? [0, 1, 2, 0] : [0]) {
    await pause(1_000);
    await cluster.nodes[index]?.kill();
    await pause(1_500);
    await cluster.replace(index);
  }
  await pause(500);
  await chat.stop();
  await work.stop();
  await expectOnce(cluster, work);
  await expectMails(cluster, { wasKilled: true });
});

test('one that is cut off from the database refuses fast, the others go on, and it returns', async ({
  annotate,
}) => {
  const { admin, line, nodes, passToAll } = cluster;
  const url = at(2);
  const driver = await createUser(at(0), admin, `driver-${randomUUID()}`);
  const reader = new ChatClient(url, driver, [admin.userId]);
  const office = new ChatClient(at(0), admin, [driver.userId]);
  onTestFinished(() => {
    reader.close();
    office.close();
  });
  await until('connected', 30_000, () => [reader, office].every(({ socket }) => socket.connected));
  const job = await call<{ id: number }>(`${at(0)}/api/careers`, sampleBody('createJob'));
  const paths = [`/api/careers/${job.id}`, `/careers/${job.id}`, '/api/damages', '/readyz'];
  const ask = async (path: string) => {
    const from = performance.now();
    const { status } = await fetch(url + path, { headers: bearer(admin) });
    return { status, ms: performance.now() - from };
  };
  for (const path of paths) expect((await ask(path)).status).toBe(200);

  // Nothing arrives, and nothing is refused: as when a network fails.
  line.targets = [];
  line.isStalled = true;
  const cutAt = performance.now();
  onTestFinished(() => {
    line.isStalled = false;
    line.targets = [portOf(inject('postgresUrl'))];
    passToAll();
  });
  const disconnected = until('its sockets are closed', 30_000, () => !reader.socket.connected);
  // What waits when it happens fails after 6 s.
  await Promise.all(paths.map(ask));
  expect(performance.now() - cutAt).toBeLessThan(9_000);
  const refused = await Promise.all(paths.map(ask));
  for (const [index, { status, ms }] of refused.entries()) {
    expect([paths[index], status]).toEqual([paths[index], 503]);
    expect(ms).toBeLessThan(4_000);
  }
  // As a proxy does that asks for /readyz.
  passToAll([2]);
  const work = startWork(cluster, perSecond);
  const position = `Driver ${randomUUID()}`;
  const changed = await fetch(`${at(0)}/api/careers/${job.id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', ...bearer(admin) },
    body: JSON.stringify({ ...sampleBody('createJob'), position }),
  });
  expect(changed.status).toBe(200);
  office.write(driver.userId, 'While you were away');
  const disconnectedMs = await disconnected;
  await work.stop();
  await expectOnce(cluster, work);

  line.isStalled = false;
  line.cut();
  line.targets = [portOf(inject('postgresUrl'))];
  const back = await until(
    'it is ready',
    15_000,
    async () => (await ask('/readyz')).status === 200,
  );
  // Its copies from before are gone.
  for (const path of paths.slice(0, 2))
    expect(await (await fetch(url + path)).text()).toContain(position);
  await until('caught up', 30_000, () => reader.with(admin.userId).length === 1);
  passToAll();
  const again = startWork(cluster, perSecond);
  await pause(1_000);
  await again.stop();
  await expectOnce(cluster, again);
  expect(nodes[2]?.output()).not.toMatch(/unhandled|"level":60/);
  const slowest = Math.max(...refused.map(({ ms }) => ms));
  await annotate(
    `cut off, a node refuses within ${(slowest / 1000).toFixed(1)} s, disconnects its sockets after ${(disconnectedMs / 1000).toFixed(0)} s, and is back ${(back / 1000).toFixed(1)} s after the database`,
    'measured',
  );
}, 120_000);
