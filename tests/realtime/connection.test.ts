import { beforeAll, describe, expect, test } from 'vitest';
import { sampleBody } from '#tests/fixtures/sample-bodies.ts';
import { chatApp } from '#tests/harness/chats.ts';
import { until } from '#tests/harness/until.ts';
import { addedTasks, closePages, connected, disconnectMs, drain, eventsOn, page } from './pages.ts';

const rejected = 'Invalid token. Please log in again.';

describe('an open page', () => {
  const chat = chatApp('sqlite');
  const { open, person } = chat;
  // What closes a page is the event, then, not the next sweep.
  beforeAll(() => chat.t.ctx.tasks.stop());

  const post = (
    path: string,
    payload: object,
    headers: Record<string, string> = chat.t.admin.headers,
  ) => chat.t.app.inject({ method: 'POST', url: path, payload, headers });

  test.each([['websocket'], ['polling']])(
    'accepts a valid token over %s (M6)',
    async (transport) => {
      const socket = page(chat.url, chat.t.employee.token, { transports: [transport] });
      await connected(socket);
      const badges = eventsOn(socket, 'badges');
      chat.t.ctx.realtime.toUsers([chat.t.employee.userId], 'badges');
      await until('the event', 60_000, () => badges.length === 1);
    },
  );

  test.each([
    ['none', undefined],
    ['no text', { token: 1 }],
    ['garbage', 'not.a.token'],
  ])('rejects a bad token with a message: %s (M6, SEC16)', async (_label, token) => {
    await expect(connected(page(chat.url, token))).rejects.toThrow(rejected);
  });

  test('a logout disconnects the pages of that session only', async () => {
    const user = await person();
    const { username, password } = user;
    const other = page(
      chat.url,
      (await post('/api/login', { username, password }, {})).json().token,
    );
    await connected(other);
    const own = [await open(user), await open(user)];
    const cut = own.map(disconnectMs);
    await post('/api/logout', {}, user.headers);
    await Promise.all(cut);
    await drain();
    expect(other.connected).toBe(true);
  });

  test('closing an account disconnects its pages, optionally except one session', async () => {
    const user = await person('admin');
    const [first, bystander] = [await open(user), await open(chat.t.employee)];
    const jti = JSON.parse(Buffer.from(user.token.split('.')[1] ?? '', 'base64url').toString()).jti;
    chat.t.ctx.accountEvents.ended({ userId: user.userId, exceptJti: jti });
    await drain();
    expect(first.connected).toBe(true);
    chat.t.ctx.accountEvents.ended({ userId: user.userId });
    await disconnectMs(first);
    expect(bystander.connected).toBe(true);
  });

  test('allows a user ten pages, also when all connect concurrently', async () => {
    const user = await person();
    const sockets = Array.from({ length: 25 }, () => page(chat.url, user.token));
    await Promise.allSettled(sockets.map(connected));
    const count = () => sockets.filter((socket) => socket.connected).length;
    await until('ten are left', 60_000, () => count() === 10);
    await expect(open(user)).rejects.toThrow('Too many attempts.');
    closePages();
    await until('a page connects again', 60_000, () => open(user).then(Boolean, () => false));
  });

  test('rejects pages of other sites (SEC16)', async () => {
    const from = (origin: string) =>
      page(chat.url, chat.t.employee.token, { extraHeaders: { origin }, timeout: 2000 });
    for (const origin of ['https://elsewhere.example', 'null', `${chat.url}.example`]) {
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

  test('cannot join rooms, and garbage does no harm', async () => {
    const spy = await open(chat.t.employee);
    const received: unknown[] = [];
    spy.onAny((...event) => received.push(event));
    for (const room of ['admins', `user:${chat.t.admin.userId}`]) {
      spy.emit('join', room);
      spy.emit('subscribe', { room });
    }
    spy.emit('__proto__', { role: 'admin' }, null, 'x'.repeat(10_000));
    await drain();
    chat.t.ctx.realtime.toAdmins('badges');
    chat.t.ctx.realtime.toUsers([chat.t.admin.userId], 'badges');
    await drain();
    expect(received).toEqual([]);

    const ws = chat.url.replace('http', 'ws');
    for (const frame of ['', '42[', '499999999-["x"]', 'x'.repeat(70_000), new Uint8Array(100)]) {
      const raw = new WebSocket(`${ws}/socket.io/?EIO=4&transport=websocket`);
      await new Promise((resolve) => raw.addEventListener('open', resolve));
      raw.send(frame);
      raw.close();
      await new Promise((resolve) => raw.addEventListener('close', resolve));
    }
    const response = await fetch(`${chat.url}/socket.io/?EIO=9&transport=polling`);
    expect(response.status).toBe(400);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    await drain();
    expect(spy.connected).toBe(true);
  });

  test.each([
    ['many packets', Array(20_000).fill('40').join('\u001e')],
    ['a long token', `40{"token":"${'x'.repeat(9_000)}"}`],
  ])('a connection that sends %s before a login is closed (SEC16)', async (_label, body) => {
    const polling = `${chat.url}/socket.io/?EIO=4&transport=polling`;
    const { sid } = JSON.parse((await (await fetch(polling)).text()).slice(1));
    const start = process.threadCpuUsage();
    await fetch(`${polling}&sid=${sid}`, { method: 'POST', body });
    const { user, system } = process.threadCpuUsage(start);
    expect((user + system) / 1000).toBeLessThan(200);
    expect((await fetch(`${polling}&sid=${sid}`)).status).toBe(400);
  });

  test('gets badge events only when they concern its user', async () => {
    const [admin, employee] = [await open(chat.t.admin), await open(chat.t.employee)];
    const badges = [eventsOn(admin, 'badges'), eventsOn(employee, 'badges')];
    const badgesAfter = async (work: () => Promise<unknown>) => {
      for (const list of badges) list.length = 0;
      await work();
      await drain();
      return badges.map(({ length }) => length);
    };
    expect(await badgesAfter(() => post('/api/inquiry', sampleBody('sendInquiry')))).toEqual([
      1, 0,
    ]);
    const { notification_id } = (await post('/api/send-notification', { message: 'x' })).json();
    const read = () => post('/api/mark-as-read', { notification_id }, chat.t.employee.headers);
    expect(await badgesAfter(read)).toEqual([0, 1]);
    expect(await badgesAfter(read)).toEqual([0, 0]);
  });
});

describe('a token that expires', () => {
  let now = Date.now();
  const tasks = addedTasks();
  const chat = chatApp('sqlite', { now: () => new Date(now) });
  beforeAll(() => chat.t.ctx.tasks.stop());

  test('disconnects a page when its token expires (SEC7)', async () => {
    const sweep = tasks.named('close expired sockets');
    expect(sweep.every).toBeLessThan(5_000);
    const person = await chat.person();
    // A minute, because the page's own timer runs by the real clock, and its token ends on a whole second.
    now += 8 * 3_600_000 - 60_000;
    const [socket, other] = [await chat.open(person), await chat.open(await chat.person())];
    await sweep.run();
    await drain();
    expect(socket.connected).toBe(true);
    now += 60_000;
    await sweep.run();
    await disconnectMs(socket);
    await drain();
    expect(other.connected).toBe(true);
  });
});
