/** Two real server processes on one PostgreSQL, each with its own data folder, behind a proxy. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import type { Message } from '#contract/chat.ts';
import { notificationEvent } from '#contract/notifications.ts';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { createAppContext } from '#server/create-app-context.ts';
import { sampleBody } from '../fixtures/sample-bodies.ts';
import { ChatClient, type Colleague, createUser, signInAdmin } from '../harness/chat-client.ts';
import { type FreshPostgres, freshPostgres } from '../harness/databases.ts';
import { pdfOf } from '../harness/multipart.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { startTcpProxy, type TcpProxy } from '../harness/tcp-proxy.ts';
import { until } from '../harness/until.ts';
import { nextEvent } from '../realtime/pages.ts';

const secret = 'a secret for tests alone, long enough to be taken';

let database: FreshPostgres;
/** Between the second node and the database. */
let line: TcpProxy;
let nodes: [RunningServer, RunningServer];
let admin: Colleague;
const openClients: ChatClient[] = [];
let n = 0;

const portOf = (url: string) => Number(new URL(url).port);
const createDriver = () => createUser(nodes[0].url, admin, `driver${n++}`);

function openClient(url: string, person: Colleague, peers: Colleague[] = []): ChatClient {
  const one = new ChatClient(
    url,
    person,
    peers.map(({ userId }) => userId),
  );
  openClients.push(one);
  return one;
}

async function connected(...who: ChatClient[]): Promise<void> {
  for (const one of who) await until('connected', 5_000, () => one.socket.connected);
}

function start(databaseUrl: string, dataDir?: string): Promise<RunningServer> {
  const env = { DATABASE_URL: databaseUrl, TOKEN_SECRET: secret };
  return startServer({ env, ...(dataDir && { dataDir }) });
}

beforeAll(async () => {
  database = await freshPostgres();
  const through = new URL(database.url);
  line = await startTcpProxy([portOf(inject('postgresUrl'))]);
  through.port = String(line.port);
  // One after the other: the first creates the tables and the first admin.
  const first = await start(database.url);
  // Like a shared folder mounted on each node.
  const ownDir = mkdtempSync(join(tmpdir(), 'headrack-node-'));
  symlinkSync(join(first.dataDir, 'files'), join(ownDir, 'files'));
  nodes = [first, await start(through.href, ownDir)];
  admin = await signInAdmin(nodes[0].url);
}, 60_000);
afterEach(() => {
  for (const one of openClients.splice(0)) one.close();
});
afterAll(async () => {
  for (const node of nodes ?? []) await node.kill();
  if (nodes) rmSync(nodes[1].dataDir, { recursive: true, force: true });
  await line?.close();
  await database?.drop();
});

test('refuses a second process on the same data folder, on PostgreSQL too (FLT3)', async () => {
  await expect(start(database.url, nodes[0].dataDir)).rejects.toThrow('is in use by process');
});

test('an event on one node reaches the pages of the other', async () => {
  const driver = await createDriver();
  const [here, there] = [openClient(nodes[0].url, driver), openClient(nodes[1].url, driver)];
  await connected(here, there);
  const news = [here, there].map(({ socket }) => nextEvent(socket, notificationEvent));
  const response = await fetch(`${nodes[0].url}/api/send-notification`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ message: 'To both nodes' }),
  });
  expect(response.ok).toBe(true);
  expect(await Promise.all(news)).toEqual([
    expect.objectContaining({ message: 'To both nodes' }),
    expect.objectContaining({ message: 'To both nodes' }),
  ]);
});

test('once a change is answered no node serves a stored page from before it', async () => {
  const third = await start(database.url);
  onTestFinished(third.kill);
  const all = [...nodes, third];
  const send = async (url: string, method: string, body: object) => {
    const response = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.ok, url).toBe(true);
    return (await response.json()) as { id: number };
  };
  const job = sampleBody('createJob');
  const { id } = await send(`${nodes[0].url}/api/careers`, 'POST', job);
  const paths = ['/careers', `/careers/${id}`, '/api/careers', `/api/careers/${id}`];
  // Visitors keep every node's copies in use while the office writes.
  let isOver = false;
  const visitors = all.map(async ({ url }) => {
    while (!isOver) await (await fetch(`${url}/api/careers/${id}`)).arrayBuffer();
  });
  onTestFinished(() => {
    isOver = true;
  });
  for (let round = 0; round < 12; round += 1) {
    const position = `Driver ${randomUUID()}`;
    const [writer, other] = [round, round + 1].map((n) => all[n % all.length]?.url);
    await send(`${writer}/api/careers/${id}`, 'PUT', { ...job, position });
    const read = await fetch(`${other}/api/careers/${id}`);
    expect(await read.text(), `right after a change on ${writer}`).toContain(position);
    for (const time of ['first', 'again']) {
      const urls = all.flatMap(({ url }) => paths.map((path) => url + path));
      const texts = await Promise.all(urls.map(async (url) => (await fetch(url)).text()));
      const stale = urls.filter((_, index) => !texts[index]?.includes(position));
      expect(stale, `${time} after a change on ${writer}`).toEqual([]);
    }
  }
  isOver = true;
  await Promise.all(visitors);
}, 60_000);

test('a message on one node reaches the other, and both count the same unread', async () => {
  const driver = await createDriver();
  const office = openClient(nodes[0].url, admin, [driver]);
  const officeElsewhere = openClient(nodes[1].url, admin, [driver]);
  const reader = openClient(nodes[1].url, driver, [admin]);
  await connected(office, officeElsewhere, reader);
  const long = 'Überlänge '.repeat(399).trim();
  office.write(driver.userId, 'Gate 4 at noon');
  office.write(driver.userId, `${'漢'.repeat(3_990)} end`);
  office.write(driver.userId, long);
  await until('three there', 5_000, () => reader.with(admin.userId).length === 3);
  await until('three at the sender', 5_000, () => officeElsewhere.with(driver.userId).length === 3);
  expect(reader.with(admin.userId).map(({ content }) => content)).toEqual([
    'Gate 4 at noon',
    `${'漢'.repeat(3_990)} end`,
    long,
  ]);
  for (const { url } of nodes) {
    const asked = new ChatClient(url, driver);
    openClients.push(asked);
    expect(await asked.get('/api/messages/unread-total')).toEqual({ total_unread: 3 });
    expect(await asked.get('/api/messages/unread')).toEqual([
      { senderId: admin.userId, unreadCount: 3 },
    ]);
  }
});

test('a file sent on one node opens on the other', async () => {
  const driver = await createDriver();
  const headers = { authorization: `Bearer ${driver.token}` };
  const bytes = pdfOf('Bill of lading');
  const form = new FormData();
  form.append('clientId', randomUUID());
  form.append('file', new Blob([new Uint8Array(bytes)]), 'bill.pdf');
  const path = `/api/messages/${admin.userId}/files`;
  const response = await fetch(`${nodes[0].url}${path}`, { method: 'POST', headers, body: form });
  const { sent } = (await response.json()) as { sent: Message };
  const reader = openClient(nodes[1].url, admin);
  const { url } = await reader.get<{ url: string }>(
    `/api/settlements/presigned-get?path=${encodeURIComponent(sent.attachment?.key ?? '')}`,
  );
  const link = new URL(url, nodes[1].url);
  const opened = await fetch(`${nodes[1].url}${link.pathname}${link.search}`);
  expect(Buffer.from(await opened.arrayBuffer()).equals(bytes)).toBe(true);
});

test('reading on one node clears the badge on the other', async () => {
  const driver = await createDriver();
  const office = openClient(nodes[0].url, admin, [driver]);
  const laptop = openClient(nodes[0].url, driver, [admin]);
  const phone = openClient(nodes[1].url, driver, [admin]);
  await connected(office, laptop, phone);
  office.write(driver.userId, 'Read me on the phone');
  await until('on the phone', 5_000, () => phone.seen.size === 1);
  const read = [laptop, office].map(({ socket }) => nextEvent(socket, 'messages_read'));
  const response = await fetch(`${nodes[1].url}/api/messages/mark-read`, {
    method: 'POST',
    headers: { authorization: `Bearer ${driver.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ senderId: admin.userId }),
  });
  expect(response.ok).toBe(true);
  const [id] = phone.seen.keys();
  const expected = { readerId: driver.userId, senderId: admin.userId, upTo: id };
  for (const news of await Promise.all(read)) expect(news).toMatchObject(expected);
});

test('a node knows who has a page open on another node', async () => {
  const [driver, absent] = [await createDriver(), await createDriver()];
  await connected(openClient(nodes[1].url, driver));
  const dataDir = mkdtempSync(join(tmpdir(), 'headrack-node-'));
  const env = { DATA_DIR: dataDir, DATABASE_URL: database.url, TOKEN_SECRET: secret };
  const ctx = await createAppContext(readConfig(env), pino({ level: 'silent' }));
  const app = await buildApp(ctx, null);
  await app.ready();
  try {
    const people = [driver.userId, absent.userId];
    await until('it has met the others', 5_000, async () =>
      (await ctx.realtime.connectedAmong(people)).has(driver.userId),
    );
    expect(await ctx.realtime.connectedAmong(people)).toEqual(new Set([driver.userId]));
  } finally {
    await app.close();
    await ctx.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test('closing an account disconnects it on all nodes at once, and no other', async () => {
  const [driver, bystander] = [await createDriver(), await createDriver()];
  const pages = nodes.map(({ url }) => openClient(url, driver));
  const others = nodes.map(({ url }) => openClient(url, bystander));
  await connected(...pages, ...others);
  const reasons: string[] = [];
  for (const { socket } of others) socket.on('disconnect', (reason) => reasons.push(reason));
  const response = await fetch(`${nodes[0].url}/api/users/${driver.userId}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${admin.token}` },
  });
  expect(response.ok).toBe(true);
  await until('cut', 5_000, () => pages.every(({ socket }) => !socket.connected));
  // A node that died in another test may be noticed only now, which disconnects all clients; they reconnect.
  await until('the others are there', 5_000, () => others.every(({ socket }) => socket.connected));
  expect(reasons).not.toContain('io server disconnect');
});

test('a node that loses the database disconnects its clients, and they catch up', async () => {
  const driver = await createDriver();
  const reader = openClient(nodes[1].url, driver, [admin]);
  const office = openClient(nodes[0].url, admin, [driver]);
  await connected(reader, office);
  line.targets = [];
  line.cut();
  try {
    for (let i = 0; i < 10; i += 1) office.write(driver.userId, `Without the database ${i}`);
    await until('sent', 10_000, () => office.unsent === 0);
    expect(reader.seen.size).toBe(0);
  } finally {
    line.targets = [portOf(inject('postgresUrl'))];
  }
  await until('caught up', 15_000, () => reader.with(admin.userId).length === 10);
  office.write(driver.userId, 'And live again');
  await until('live', 10_000, () => reader.with(admin.userId).length === 11);
  expect(nodes[1].output()).not.toMatch(/unhandled|"level":60/);
}, 60_000);

test('clients of a dead node reach the other within 10 s; no message is lost or duplicated', async () => {
  const drivers = await Promise.all(Array.from({ length: 4 }, createDriver));
  const dying = await start(database.url);
  const proxy = await startTcpProxy([portOf(dying.url), portOf(nodes[1].url)]);
  try {
    const url = `http://127.0.0.1:${proxy.port}`;
    const people = drivers.map((driver) => openClient(url, driver, [admin]));
    const office = openClient(nodes[0].url, admin, drivers);
    await connected(...people, office);
    const send = (count: number) => {
      for (let i = 0; i < count; i += 1) {
        for (const one of people)
          one.write(admin.userId, `${one.person.userId} to the office ${i}`);
        for (const { userId } of drivers) office.write(userId, `To ${userId} ${i}`);
      }
    };
    send(8);
    await until('some are stored', 10_000, () => people.some((one) => one.unsent < 4));
    await dying.kill();
    const back = await until('all are back', 10_000, () =>
      people.every(({ socket, connects }) => socket.connected && connects > 1),
    );
    send(5);
    await until('all is sent', 20_000, () => [office, ...people].every((one) => one.unsent === 0));
    const all = drivers.length * 26;
    // Messages that the dead node stored without publishing arrive once the others notice its death.
    await until('the others ask again', 15_000, () => office.connects > 1);
    await until('all has come', 20_000, () => office.seen.size === all);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    for (const one of people) {
      const { userId } = one.person;
      await until('own messages have come', 20_000, () => one.seen.size === 26);
      const { rows } = await client.query(
        'select id, client_id, sender_id from messages where sender_id = $1 or receiver_id = $1 order by id',
        [userId],
      );
      expect(one.with(admin.userId).map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
      const own = rows.filter((row) => row.sender_id === userId).map((row) => row.client_id);
      expect(own).toEqual(one.written.map(({ clientId }) => clientId));
    }
    await client.end();
    expect([office, ...people].flatMap(({ wrong }) => wrong)).toEqual([]);
    console.log(`${people.length} people back after ${Math.round(back)} ms`);
  } finally {
    await proxy.close();
    await dying.kill();
  }
}, 90_000);
