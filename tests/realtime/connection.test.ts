import { setTimeout as pause } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../harness/app.ts';
import { onBothDatabases, sqliteOnly } from '../harness/databases.ts';
import { closePages, connected, cutAfter, listen, nextEvent, openPage, page } from './pages.ts';

const refused = 'Invalid token. Please log in again.';

onBothDatabases('connection', (engine) => {
  let t: TestApp;
  let url: string;
  let n = 0;
  const someone = (role: 'admin' | 'employee' = 'employee') => t.person(`person ${n++}`, role);

  beforeAll(async () => {
    t = await startApp(engine);
    url = await listen(t);
  });
  afterEach(() => closePages());
  afterAll(() => t.close());

  test.each([['websocket'], ['polling']])(
    'accepts a good token over %s (M6)',
    async (transport) => {
      const socket = page(url, t.employee.token, { transports: [transport] });
      await connected(socket);
      const notice = nextEvent(socket, 'badges');
      await pause(50);
      t.ctx.realtime.toUsers([t.employee.userId], 'badges');
      await notice;
    },
  );

  test.each([
    ['none', undefined],
    ['empty', ''],
    ['no text', { token: 1 }],
    ['a list', ['x']],
    ['garbage', 'not.a.token'],
    ['100 kB', 'x'.repeat(50_000)],
  ])('refuses a bad token with a message: %s (M6, SEC16)', async (_label, token) => {
    await expect(connected(page(url, token))).rejects.toThrow(refused);
  });

  test('refuses the token of a closed or changed account and of an ended session (SEC8)', async () => {
    const closed = await someone();
    const users = t.ctx.db.updateTable('users');
    const at = new Date().toISOString();
    await users.set({ closed_at: at }).where('user_id', '=', closed.userId).execute();
    await expect(connected(page(url, closed.token))).rejects.toThrow(refused);
    const changed = await someone();
    await users.set({ token_version: 9 }).where('user_id', '=', changed.userId).execute();
    await expect(connected(page(url, changed.token))).rejects.toThrow(refused);
    const out = await someone();
    await t.app.inject({ method: 'POST', url: '/api/logout', headers: out.headers });
    await expect(connected(page(url, out.token))).rejects.toThrow(refused);
  });

  test('a logout disconnects the pages of that session only', async () => {
    const person = await someone();
    const { username, password } = person;
    const second = await t.app.inject({
      method: 'POST',
      url: '/api/login',
      payload: { username, password },
    });
    const other = page(url, second.json().token);
    await connected(other);
    const own = [await openPage(url, person), await openPage(url, person)];
    const cut = own.map(cutAfter);
    await t.app.inject({ method: 'POST', url: '/api/logout', headers: person.headers });
    for (const spent of await Promise.all(cut)) expect(spent).toBeLessThan(1000);
    await pause(50);
    expect(other.connected).toBe(true);
  });

  test('a closed account disconnects all its pages at once, or all but one session', async () => {
    const person = await someone('admin');
    const [first, bystander] = [await openPage(url, person), await openPage(url, t.employee)];
    const jti = JSON.parse(
      Buffer.from(person.token.split('.')[1] ?? '', 'base64url').toString(),
    ).jti;
    t.ctx.accountEvents.ended({ userId: person.userId, exceptJti: jti });
    await pause(50);
    expect(first.connected).toBe(true);
    t.ctx.accountEvents.ended({ userId: person.userId });
    expect(await cutAfter(first)).toBeLessThan(1000);
    expect(bystander.connected).toBe(true);
  });

  test('an account closed while it connects is not left connected', async () => {
    const person = await someone();
    const sockets = Array.from({ length: 8 }, () => page(url, person.token));
    const settled = sockets.map((socket) => connected(socket).catch(() => undefined));
    await pause(5);
    const at = new Date().toISOString();
    const users = t.ctx.db.updateTable('users').set({ closed_at: at });
    await users.where('user_id', '=', person.userId).execute();
    t.ctx.accountEvents.ended({ userId: person.userId });
    await Promise.all(settled);
    await pause(200);
    expect(sockets.filter((socket) => socket.connected)).toEqual([]);
  });

  test('allows one person ten pages', async () => {
    const person = await someone();
    for (let index = 0; index < 10; index += 1) await openPage(url, person);
    await expect(openPage(url, person)).rejects.toThrow('Too many attempts.');
    closePages();
    await pause(50);
    await openPage(url, person);
  });

  test('allows ten when they all connect at once', async () => {
    const person = await someone();
    const sockets = Array.from({ length: 25 }, () => page(url, person.token));
    await Promise.all(sockets.map((socket) => connected(socket).catch(() => undefined)));
    await pause(100);
    const open = sockets.filter((socket) => socket.connected).length;
    expect(open).toBeLessThanOrEqual(10);
    expect(open).toBeGreaterThan(0);
  });

  test('refuses a page of another site but not ours (SEC16)', async () => {
    const from = (origin: string) =>
      page(url, t.employee.token, { extraHeaders: { origin }, timeout: 2000 });
    for (const origin of ['https://elsewhere.example', 'null', 'garbage', `${url}.example`]) {
      await expect(connected(from(origin)), origin).rejects.toThrow();
      const polled = await fetch(`${url}/socket.io/?EIO=4&transport=polling`, {
        headers: { origin },
      });
      expect(polled.status, origin).toBe(403);
      expect(await polled.json()).toEqual({
        code: 'foreign_origin',
        error: 'Only our own pages can do this.',
      });
    }
    await connected(from(url));
    await connected(from(t.ctx.config.publicUrl));
  });

  test('nobody can join a room; unknown events and garbage do no harm', async () => {
    const spy = await openPage(url, t.employee);
    const heard: unknown[] = [];
    spy.onAny((...event) => heard.push(event));
    for (const room of ['admins', `user:${t.admin.userId}`]) {
      spy.emit('join', room);
      spy.emit('subscribe', { room });
    }
    for (const event of ['', '__proto__', 'constructor', 'toString', 'notification', 'badges']) {
      spy.emit(event, { __proto__: { role: 'admin' } }, null, 'x'.repeat(10_000));
    }
    spy.emit('with bytes', Buffer.alloc(1000));
    await pause(50);
    t.ctx.realtime.toAdmins('badges');
    t.ctx.realtime.toUsers([t.admin.userId], 'badges');
    t.ctx.realtime.toUsers([], 'badges');
    await pause(50);
    expect(heard).toEqual([]);
    expect(spy.connected).toBe(true);

    const ws = url.replace('http', 'ws');
    const frames = [
      '',
      '4',
      '42',
      '42[',
      '42[1',
      '40{',
      '499999999-["x"]',
      '4{"a"}',
      '\u0000',
      '45',
    ];
    for (const frame of [...frames, 'x'.repeat(70_000), new Uint8Array(100)]) {
      const raw = new WebSocket(`${ws}/socket.io/?EIO=4&transport=websocket`);
      await new Promise((resolve) => raw.addEventListener('open', resolve));
      raw.send(frame);
      await pause(5);
      raw.close();
    }
    for (const query of [
      '',
      '?',
      '?EIO=4',
      '?EIO=4&transport=x',
      '?EIO=9&transport=polling',
      '?sid=x',
    ]) {
      const answer = await fetch(`${url}/socket.io/${query}`);
      expect(answer.status, query).toBe(400);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    }
    const other = io(`${url}/other`, { auth: { token: t.employee.token }, forceNew: true });
    await expect(connected(other)).rejects.toThrow('Invalid namespace');
    other.disconnect();
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect(spy.connected).toBe(true);
  });

  test('answers a client that offers another protocol normally', async () => {
    const headers = { connection: 'Upgrade', upgrade: 'h2c' };
    const { request } = await import('node:http');
    const status = await new Promise((resolve, reject) => {
      request(`${url}/healthz`, { headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .on('error', reject)
        .end();
    });
    expect(status).toBe(200);
  });
});

sqliteOnly.test('disconnects a page when its token expires (SEC7)', async () => {
  let now = Date.now();
  const t = await startApp('sqlite', { now: () => new Date(now) });
  const url = await listen(t);
  // Issued eight hours less a second ago.
  const person = await t.person('late', 'employee');
  now += 8 * 3600 * 1000 - 1000;
  const socket = await openPage(url, person);
  const spent = await cutAfter(socket);
  expect(spent).toBeLessThan(1500);
  closePages();
  await t.close();
});

sqliteOnly.test('pages reconnect to the next server when this one closes', async () => {
  const t = await startApp('sqlite');
  const url = await listen(t);
  const sockets = [
    await openPage(url, t.employee),
    page(url, t.admin.token, { transports: ['polling'] }),
  ];
  await connected(sockets[1] as (typeof sockets)[0]);
  const reasons = sockets.map(
    (socket) => new Promise((resolve) => socket.once('disconnect', resolve)),
  );
  const start = performance.now();
  await t.close();
  expect(performance.now() - start).toBeLessThan(3000);
  // Not 'io server disconnect', after which a page would stay away.
  for (const reason of await Promise.all(reasons)) expect(reason).toMatch(/^transport/);
  closePages();
});
