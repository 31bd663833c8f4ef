/** Real nodes on one PostgreSQL, behind a proxy; the clocks of some are wrong, and one can lose its database. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { notificationEvent } from '#contract/notifications.ts';
import { sampleBody } from '#tests/fixtures/sample-bodies.ts';
import {
  ChatClient,
  type Colleague,
  call,
  createUser,
  signInAdmin,
} from '#tests/harness/chat-client.ts';
import { isFull } from '#tests/harness/is-full.ts';
import { until } from '#tests/harness/until.ts';
import { nextEvent } from '../realtime/pages.ts';
import { allConnected, expectOrder } from './conversations.ts';
import {
  expectMails,
  hour,
  type NodeCluster,
  type NodeOptions,
  portOf,
  startNodes,
  workOn,
} from './node-cluster.ts';

/** The last one reaches the database through `line`. */
const options: NodeOptions[] = isFull
  ? [{}, { aheadMs: 10 * hour }, { aheadMs: -10 * hour, onLine: true }]
  : [{}, { aheadMs: 10 * hour, onLine: true }];
const last = options.length - 1;
/** How often each node restarts, and how many requests a second it does that under. */
const [rounds, perSecond] = isFull ? [5, 30] : [1, 3];

let cluster: NodeCluster;
const openClients: ChatClient[] = [];

beforeAll(async () => {
  cluster = await startNodes(options);
});
afterEach(() => {
  for (const client of openClients.splice(0)) client.close();
});
afterAll(() => cluster?.close());

const urls = () => cluster.nodes.map(({ url }) => url);
const at = (index: number) => urls()[index % options.length] ?? '';
const newDriver = () => createUser(at(0), cluster.admin, `driver-${randomUUID()}`);

/** Opens a page of a person on each of these nodes. */
async function openPages(person: Colleague, nodes: readonly string[], peer?: Colleague) {
  const peers = peer ? [peer.userId] : [];
  const clients = nodes.map((url) => new ChatClient(url, person, peers));
  openClients.push(...clients);
  await allConnected(clients);
  return clients;
}

const expectNow = (instant: unknown) =>
  expect(Math.abs(Date.parse(String(instant)) - Date.now()), String(instant)).toBeLessThan(300_000);

// In this order: nodes that notice the death of another disconnect their clients.
describe('nodes that share a database', { shuffle: false, timeout: 600_000 }, () => {
  test('a notification, a message and its reading reach the pages on all nodes', async () => {
    const { admin } = cluster;
    const driver = await newDriver();
    const pages = await openPages(driver, urls(), admin);
    const office = await openPages(admin, urls(), driver);
    const news = pages.map(({ socket }) => nextEvent(socket, notificationEvent));
    await call(`${at(0)}/api/send-notification`, cluster.admin, 'POST', {
      message: 'To all nodes',
    });
    for (const seen of await Promise.all(news))
      expect(seen).toMatchObject({ message: 'To all nodes' });

    // PostgreSQL passes notifications on up to 8,000 bytes.
    const texts = ['Gate 4 at noon', `${'漢'.repeat(3_990)} end`];
    for (const text of texts) office[0]?.write(driver.userId, text);
    for (const client of [...pages, ...office]) {
      const peer = client.person === driver ? admin : driver;
      const shown = () => client.with(peer.userId).map(({ content }) => content);
      await until('both there', 60_000, () => shown().length === 2);
      expect(shown()).toEqual(texts);
    }
    const unread = () =>
      Promise.all(urls().map((url) => call(`${url}/api/messages/unread-total`, driver)));
    expect(await unread()).toEqual(urls().map(() => ({ total_unread: 2 })));

    const read = [...pages, ...office].map(({ socket }) => nextEvent(socket, 'messages_read'));
    await call(`${at(last)}/api/messages/mark-read`, driver, 'POST', { senderId: admin.userId });
    const expected = { readerId: driver.userId, senderId: admin.userId };
    for (const seen of await Promise.all(read)) expect(seen).toMatchObject(expected);
    expect(await unread()).toEqual(urls().map(() => ({ total_unread: 0 })));
  });

  test('once a change is answered no node serves a stored page from before it', async () => {
    const job = sampleBody('createJob');
    const { id } = await call<{ id: number }>(`${at(0)}/api/careers`, cluster.admin, 'POST', job);
    const pages = ['/careers', `/careers/${id}`, '/api/careers', `/api/careers/${id}`];
    const all = urls().flatMap((url) => pages.map((path) => url + path));
    for (let round = 0; round < (isFull ? 12 : 4); round += 1) {
      const position = `Driver ${randomUUID()}`;
      await call(`${at(round)}/api/careers/${id}`, cluster.admin, 'PUT', { ...job, position });
      for (const time of ['first', 'again']) {
        const texts = await Promise.all(all.map(async (url) => (await fetch(url)).text()));
        const stale = all.filter((_, index) => !texts[index]?.includes(position));
        expect(stale, `${time} after a change on ${at(round)}`).toEqual([]);
      }
    }
  });

  test('nodes whose clocks are ten hours wrong end no session, and their records have the right time', async () => {
    const { nodes, admin, rowsOf } = cluster;
    const driver = await newDriver();
    const clients = await openPages(driver, urls());
    for (const { output } of nodes.slice(1)) {
      expect(output()).toContain('the clock of this machine is wrong');
    }
    for (const person of await Promise.all(urls().map(signInAdmin))) {
      for (const url of urls()) await call(`${url}/api/damages`, person);
      const claims = Buffer.from(person.token.split('.')[1] ?? '', 'base64url').toString();
      expectNow(new Date(JSON.parse(claims).exp * 1000 - 8 * hour).toISOString());
    }
    for (let n = 0; n < 6; n += 1) {
      const inquiry = sampleBody('sendInquiry', { company_name: `Clock ${n}` });
      await call(`${at(n)}/api/inquiry`, cluster.admin, 'POST', inquiry);
      const client = clients[n % options.length];
      client?.write(admin.userId, `Clock ${n}`);
      await until('stored', 60_000, () => client?.unsent === 0);
    }
    for (const query of [
      "select created_at as at from inquiries where company_name like 'Clock %' order by id",
      "select sent_at as at from messages where content like 'Clock %' order by id",
      'select at from (select id, at from audit order by id desc limit 6) newest order by id',
    ]) {
      const instants = (await rowsOf(query)).map((row) => String(row.at));
      expect(instants, query).toHaveLength(6);
      for (const instant of instants) expectNow(instant);
      expectOrder(instants);
    }
  });

  test('closing an account disconnects it on all nodes at once, and no other', async () => {
    const [driver, bystander] = [await newDriver(), await newDriver()];
    const pages = await openPages(driver, urls());
    const others = await openPages(bystander, urls());
    const reasons: string[] = [];
    for (const { socket } of others) socket.on('disconnect', (reason) => reasons.push(reason));
    await call(`${at(0)}/api/users/${driver.userId}`, cluster.admin, 'DELETE');
    await until('cut', 60_000, () => pages.every(({ socket }) => !socket.connected));
    expect(others.every(({ socket }) => socket.connected)).toBe(true);
    expect(reasons).toEqual([]);
  });

  test('nodes that restart one by one under load fail no request and lose no message (FLT11)', async ({
    annotate,
  }) => {
    const { journal, stop } = await workOn(cluster, perSecond);
    const some = (least: number) =>
      until(`${least} of each`, 120_000, () => Math.min(...journal.acknowledged()) >= least);
    await some(1);
    for (let round = 0; round < rounds; round += 1) {
      for (const index of isFull ? cluster.nodes.keys() : [last]) {
        await cluster.restart(index);
        if (isFull) await pause(500);
      }
    }
    await some(2);
    const messages = await stop();
    await expectMails(cluster);
    const slowest = Math.max(...journal.times.map(({ took }) => took)) / 1000;
    await annotate(
      `${journal.acknowledged().join(', ')} calls of each kind and ${messages} messages during ${cluster.stops()} restarts: none failed, the slowest took ${slowest.toFixed(1)} s`,
      'measured',
    );
  });

  // kill.test.ts kills one server in `npm test`.
  test.runIf(isFull)(
    'when a node is killed, its clients reach another, and repeated calls and messages are stored once',
    async () => {
      const { journal, stop } = await workOn(cluster, perSecond, { retries: 50 });
      const more = async () => {
        const total = () => journal.acknowledged().reduce((sum, count) => sum + count, 0);
        const before = total();
        await until('some work', 120_000, () => total() > before + 10);
      };
      for (const index of [0, 1, 2, 0]) {
        await more();
        await cluster.nodes[index]?.kill();
        await more();
        await cluster.replace(index);
      }
      await stop();
      await expectMails(cluster, { wasKilled: true });
    },
  );

  test('a node that loses the database refuses calls, disconnects its clients, and catches up', async ({
    annotate,
  }) => {
    const { admin, line, nodes, passToAll } = cluster;
    const url = at(last);
    const driver = await newDriver();
    const [reader] = await openPages(driver, [url], admin);
    const [office] = await openPages(admin, [at(0)], driver);
    const job = await call<{ id: number }>(
      `${at(0)}/api/careers`,
      cluster.admin,
      'POST',
      sampleBody('createJob'),
    );
    const paths = [`/api/careers/${job.id}`, `/careers/${job.id}`, '/api/damages', '/readyz'];
    const headers = { authorization: `Bearer ${admin.token}` };
    const statusOf = async (path: string) => (await fetch(url + path, { headers })).status;
    for (const path of paths) expect(await statusOf(path)).toBe(200);

    // In the full run nothing arrives and nothing is refused, as when a network fails.
    line.targets = [];
    line.isStalled = isFull;
    if (!isFull) line.cut();
    try {
      // What waits when it happens fails after 6 s.
      await Promise.all(paths.map(statusOf));
      const asked = performance.now();
      expect(await Promise.all(paths.map(statusOf))).toEqual(paths.map(() => 503));
      if (isFull) expect(performance.now() - asked).toBeLessThan(4_000);
      // As a proxy does that asks for /readyz.
      passToAll([last]);
      const position = `Driver ${randomUUID()}`;
      const change = { ...sampleBody('createJob'), position };
      await call(`${at(0)}/api/careers/${job.id}`, admin, 'PUT', change);
      office?.write(driver.userId, 'While you were away');
      await until('its sockets are closed', 60_000, () => !reader?.socket.connected);
      line.isStalled = false;
      line.cut();
      line.targets = [portOf(inject('postgresUrl'))];
      const ready = async () => (await statusOf('/readyz')) === 200;
      const back = await until('it is ready', isFull ? 15_000 : 60_000, ready);
      // Its copies from before are gone.
      for (const path of paths.slice(0, 2)) {
        expect(await (await fetch(url + path)).text()).toContain(position);
      }
      await annotate(`ready ${(back / 1000).toFixed(1)} s after the database`, 'measured');
    } finally {
      line.isStalled = false;
      line.targets = [portOf(inject('postgresUrl'))];
      passToAll();
    }
    await until('caught up', 60_000, () => reader?.with(admin.userId).length === 1);
    office?.write(driver.userId, 'And live again');
    await until('live', 60_000, () => reader?.with(admin.userId).length === 2);
    expect(nodes[last]?.output()).not.toMatch(/unhandled|"level":60/);
  });
});
