import { setTimeout as pause } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { expect, test } from 'vitest';
import { startApp } from '../harness/app.ts';
import { chatApp } from '../harness/chats.ts';
import { onBothDatabases, sqliteOnly } from '../harness/databases.ts';
import { closePages, connected, disconnectMs, listen, nextEvent, openPage, page } from './pages.ts';

const rejected = 'Invalid token. Please log in again.';

onBothDatabases('connection', (engine) => {
  const chat = chatApp(engine);
  const { open, person } = chat;

  test.each([['websocket'], ['polling']])(
    'accepts a valid token over %s (M6)',
    async (transport) => {
      const socket = page(chat.url, chat.t.employee.token, { transports: [transport] });
      await connected(socket);
      const badges = nextEvent(socket, 'badges');
      await pause(50);
      chat.t.ctx.realtime.toUsers([chat.t.employee.userId], 'badges');
      await badges;
    },
  );

  test.each([
    ['none', undefined],
    ['empty', ''],
    ['no text', { token: 1 }],
    ['a list', ['x']],
    ['garbage', 'not.a.token'],
    ['100 kB', 'x'.repeat(50_000)],
  ])('rejects a bad token with a message: %s (M6, SEC16)', async (_label, token) => {
    await expect(connected(page(chat.url, token))).rejects.toThrow(rejected);
  });

  test('rejects the token of a closed or changed account and of an ended session (SEC8)', async () => {
    const closed = await person();
    const users = chat.t.ctx.db.updateTable('users');
    const at = new Date().toISOString();
    await users.set({ closed_at: at }).where('user_id', '=', closed.userId).execute();
    await expect(connected(page(chat.url, closed.token))).rejects.toThrow(rejected);
    const changed = await person();
    await users.set({ token_version: 9 }).where('user_id', '=', changed.userId).execute();
    await expect(connected(page(chat.url, changed.token))).rejects.toThrow(rejected);
    const out = await person();
    await chat.t.app.inject({ method: 'POST', url: '/api/logout', headers: out.headers });
    await expect(connected(page(chat.url, out.token))).rejects.toThrow(rejected);
  });

  test('a logout disconnects the pages of that session only', async () => {
    const user = await person();
    const { username, password } = user;
    const second = await chat.t.app.inject({
      method: 'POST',
      url: '/api/login',
      payload: { username, password },
    });
    const other = page(chat.url, second.json().token);
    await connected(other);
    const own = [await open(user), await open(user)];
    const cut = own.map(disconnectMs);
    await chat.t.app.inject({ method: 'POST', url: '/api/logout', headers: user.headers });
    for (const spent of await Promise.all(cut)) expect(spent).toBeLessThan(1000);
    await pause(50);
    expect(other.connected).toBe(true);
  });

  test('closing an account disconnects its pages, optionally except one session', async () => {
    const user = await person('admin');
    const [first, bystander] = [await open(user), await open(chat.t.employee)];
    const jti = JSON.parse(Buffer.from(user.token.split('.')[1] ?? '', 'base64url').toString()).jti;
    chat.t.ctx.accountEvents.ended({ userId: user.userId, exceptJti: jti });
    await pause(50);
    expect(first.connected).toBe(true);
    chat.t.ctx.accountEvents.ended({ userId: user.userId });
    expect(await disconnectMs(first)).toBeLessThan(1000);
    expect(bystander.connected).toBe(true);
  });

  test('an account closed while it connects is not left connected', async () => {
    const user = await person();
    const sockets = Array.from({ length: 8 }, () => page(chat.url, user.token));
    const settled = sockets.map((socket) => connected(socket).catch(() => undefined));
    await pause(5);
    const at = new Date().toISOString();
    const users = chat.t.ctx.db.updateTable('users').set({ closed_at: at });
    await users.where('user_id', '=', user.userId).execute();
    chat.t.ctx.accountEvents.ended({ userId: user.userId });
    await Promise.all(settled);
    await pause(200);
    expect(sockets.filter((socket) => socket.connected)).toEqual([]);
  });

  test('allows a user ten pages', async () => {
    const user = await person();
    for (let index = 0; index < 10; index += 1) await open(user);
    await expect(open(user)).rejects.toThrow('Too many attempts.');
    closePages();
    await pause(50);
    await open(user);
  });

  test('allows ten pages when all connect concurrently', async () => {
    const user = await person();
    const sockets = Array.from({ length: 25 }, () => page(chat.url, user.token));
    await Promise.all(sockets.map((socket) => connected(socket).catch(() => undefined)));
    await pause(100);
    const open = sockets.filter((socket) => socket.connected).length;
    expect(open).toBeLessThanOrEqual(10);
    expect(open).toBeGreaterThan(0);
  });

  test('rejects pages of other sites (SEC16)', async () => {
    const from = (origin: string) =>
      page(chat.url, chat.t.employee.token, { extraHeaders: { origin }, timeout: 2000 });
    for (const origin of ['https://elsewhere.example', 'null', 'garbage', `${chat.url}.example`]) {
      await expect(connected(from(origin)), origin).rejects.toThrow();
      const polled = await fetch(`${chat.url}/socket.io/?EIO=4&transport=polling`, {
        headers: { origin },
      });
      expect(polled.status, origin).toBe(403);
      expect(await polled.json()).toEqual({
        code: 'foreign_origin',
        error: 'Only our own pages can do this.',
      });
    }
    await connected(from(chat.url));
    await connected(from(chat.t.ctx.config.publicUrl));
  });

  test('pages cannot join rooms; unknown events and garbage do no harm', async () => {
    const spy = await open(chat.t.employee);
    const received: unknown[] = [];
    spy.onAny((...event) => received.push(event));
    for (const room of ['admins', `user:${chat.t.admin.userId}`]) {
      spy.emit('join', room);
      spy.emit('subscribe', { room });
    }
    for (const event of ['', '__proto__', 'constructor', 'toString', 'notification', 'badges']) {
      spy.emit(event, { __proto__: { role: 'admin' } }, null, 'x'.repeat(10_000));
    }
    spy.emit('with bytes', Buffer.alloc(1000));
    await pause(50);
    chat.t.ctx.realtime.toAdmins('badges');
    chat.t.ctx.realtime.toUsers([chat.t.admin.userId], 'badges');
    chat.t.ctx.realtime.toUsers([], 'badges');
    await pause(50);
    expect(received).toEqual([]);
    expect(spy.connected).toBe(true);

    const ws = chat.url.replace('http', 'ws');
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
      const response = await fetch(`${chat.url}/socket.io/${query}`);
      expect(response.status, query).toBe(400);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    }
    const other = io(`${chat.url}/other`, {
      auth: { token: chat.t.employee.token },
      forceNew: true,
    });
    await expect(connected(other)).rejects.toThrow('Invalid namespace');
    other.disconnect();
    expect((await fetch(`${chat.url}/healthz`)).status).toBe(200);
    expect(spy.connected).toBe(true);
  });

  test('responds normally to a client that offers another protocol', async () => {
    const headers = { connection: 'Upgrade', upgrade: 'h2c' };
    const { request } = await import('node:http');
    const status = await new Promise((resolve, reject) => {
      request(`${chat.url}/healthz`, { headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
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
  const spent = await disconnectMs(socket);
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
  // Not 'io server disconnect', after which a page wouldn't reconnect.
  for (const reason of await Promise.all(reasons)) expect(reason).toMatch(/^transport/);
  closePages();
});
