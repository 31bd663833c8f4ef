import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { createAppContext } from '#server/create-app-context.ts';
import { Push, type PushNote } from '#server/platform/push/push.ts';
import { startApp, type TestApp, type TestPerson } from '../harness/app.ts';
import { onBothDatabases, postgresOnly, sqliteOnly } from '../harness/databases.ts';
import { documentsOf } from '../harness/documents.ts';
import {
  type Browser,
  claimsOf,
  type PushService,
  startPushService,
} from '../harness/push-service.ts';
import { until } from '../harness/until.ts';
import { closePages, listen, openPage } from './pages.ts';

onBothDatabases('pushes', (engine) => {
  let t: TestApp;
  let url: string;
  let service: PushService;
  beforeAll(async () => {
    service = await startPushService();
    t = await startApp(engine, { config: { pushServices: [service.host] } });
    url = await listen(t);
  });
  afterEach(async () => {
    closePages();
    await t.ctx.db.deleteFrom('push_subscriptions').execute();
    service.posted.length = 0;
    service.answers.length = 0;
    service.delay = 0;
    service.gate = Promise.resolve();
  });
  afterAll(async () => {
    await t.close();
    await service.close();
  });

  const post = ({ headers }: TestPerson, path: string, payload: object) =>
    t.app.inject({ method: 'POST', url: path, payload, headers });

  async function browserOf(person: TestPerson): Promise<Browser> {
    const browser = service.browser();
    const response = await post(person, '/api/push/subscriptions', browser.subscription);
    expect(response.statusCode).toBe(200);
    return browser;
  }

  async function notify(message: string): Promise<number> {
    return (await post(t.admin, '/api/send-notification', { message })).json().notification_id;
  }

  const left = async () =>
    (await t.ctx.db.selectFrom('push_subscriptions').select('endpoint').execute()).length;

  test('pushes a message, encrypted and signed, to a user with no open page', async () => {
    const browser = await browserOf(t.employee);
    const socket = await openPage(url, t.admin);
    const content = `The truck is at dock 4. ${'é'.repeat(200)}`;
    const answer = await socket.emitWithAck('send_message', {
      senderId: t.admin.userId,
      receiverId: t.employee.userId,
      content,
      timestamp: new Date().toISOString(),
      clientId: randomUUID(),
    });
    expect(answer).toMatchObject({ success: true });
    await service.count(1);
    expect(browser.received()).toEqual([
      {
        title: 'anna',
        body: `${content.slice(0, 120)}…`,
        url: `/chat?with=${t.admin.userId}`,
        tag: `chat ${t.admin.userId}`,
      },
    ]);
    const [sent] = browser.posts();
    if (!sent) throw new Error('nothing was posted');
    expect(sent.body.toString('latin1')).not.toContain('dock');
    expect(sent.body.length).toBeLessThan(3_000);
    expect(sent.headers).toMatchObject({
      ttl: '86400',
      urgency: 'high',
      topic: expect.stringMatching(/^[\w-]{32}$/),
      'content-encoding': 'aes128gcm',
    });
    const { key, claims } = claimsOf(sent);
    expect(key).toBe(t.ctx.push.publicKey);
    const { exp, ...otherClaims } = claims;
    expect(otherClaims).toEqual({
      aud: `http://${service.host}`,
      sub: 'mailto:dispatch@kestrel.example.com',
    });
    const hours = (Number(exp) - Date.now() / 1000) / 3600;
    expect(hours).toBeGreaterThan(1);
    expect(hours).toBeLessThanOrEqual(24);
  });

  test('pushes a notification to every browser of every recipient', async () => {
    const browsers = [
      await browserOf(t.employee),
      await browserOf(t.employee),
      await browserOf(t.admin),
    ];
    const id = await notify('Ice on I-80');
    await service.count(3);
    const note = {
      title: 'Kestrel Auto Transport',
      body: 'Ice on I-80',
      url: '/portal',
      tag: `notice ${id}`,
    };
    expect(browsers.map((browser) => browser.received())).toEqual([[note], [note], [note]]);
    expect(service.posted.map(({ headers }) => headers.urgency)).toEqual(
      Array.from({ length: 3 }, () => 'normal'),
    );
  });

  test('pushes about a new document', async () => {
    const browser = await browserOf(t.employee);
    await documentsOf(() => t).document('training', { file_name: 'Winter tires' });
    await service.count(1);
    expect(browser.received()).toMatchObject([{ body: expect.stringContaining('Winter tires') }]);
  });

  test('nothing is pushed while a page is open, and again once it is closed', async () => {
    const browser = await browserOf(t.employee);
    const page = await openPage(url, t.employee);
    await notify('seen on the page');
    page.disconnect();
    const { userId } = t.employee;
    await until('the page is gone', 30_000, () => !t.ctx.realtime.isHere(userId));
    await notify('pushed');
    await service.count(1);
    expect(browser.received()).toMatchObject([{ body: 'pushed' }]);
  });

  test('pushes nothing after a logout', async () => {
    const person = await t.person(`${engine}-leaver`, 'employee');
    const gone = await browserOf(person);
    const stays = await browserOf(t.employee);
    await post(person, '/api/logout', {});
    await notify('one');
    await notify('two');
    await service.count(2);
    expect(stays.received()).toMatchObject([{ body: 'one' }, { body: 'two' }]);
    expect(gone.received()).toEqual([]);
  });

  test.each([404, 410])(
    'removes the subscription of a browser that is gone (%i)',
    async (status) => {
      await browserOf(t.employee);
      service.answers.push(status);
      await notify('one');
      await until('it is forgotten', 30_000, async () => (await left()) === 0);
      const browser = await browserOf(t.employee);
      await notify('two');
      await service.count(2);
      expect(browser.received()).toMatchObject([{ body: 'two' }]);
      expect(await left()).toBe(1);
    },
  );

  const note = (body: string): PushNote => ({
    title: 'anna',
    body,
    url: '/chat',
    tag: 'chat 1',
    urgency: 'high',
  });

  test('retries temporary failures and no others', async () => {
    const push = new Push(t.ctx, [0.05, 0.05]);
    const browser = await browserOf(t.employee);
    service.answers.push(429, 503, 201, 400, 500, 500, 500);
    push.toUsers([t.employee.userId], note('tried again'));
    await service.count(3);
    push.toUsers([t.employee.userId], note('refused'));
    await service.count(4);
    push.toUsers([t.employee.userId], note('given up'));
    await service.count(7);
    push.toUsers([t.employee.userId], note('last'));
    await service.count(8);
    expect(browser.received()).toEqual(
      ['tried again', 'tried again', 'tried again', 'refused']
        .concat(['given up', 'given up', 'given up', 'last'])
        .map((body) => expect.objectContaining({ body })),
    );
    push.stop();
    expect(await left()).toBe(1);
  });

  test('sends the newest of many messages last and does not retry older ones', async () => {
    const push = new Push(t.ctx, [0.1]);
    const browser = await browserOf(t.employee);
    const bodies = () => browser.received().map((received) => (received as PushNote).body);
    service.answers.push(503);
    push.toUsers([t.employee.userId], note('first'));
    await service.count(1);
    for (let n = 1; n <= 100; n += 1) push.toUsers([t.employee.userId], note(`message ${n}`));
    await until('the newest came', 30_000, () => bodies().at(-1) === 'message 100');
    expect(bodies().length).toBeLessThan(10);
    // Its retry is due later than the first message's retry would have been.
    service.answers.push(503);
    push.toUsers([t.employee.userId], { ...note('of another'), tag: 'chat 2' });
    const isLast = () => bodies().filter((body) => body === 'of another').length === 2;
    await until('the other came twice', 30_000, isLast);
    expect(bodies().filter((body) => body === 'first')).toHaveLength(1);
    push.stop();
  });

  test('a failure in one browser repeats nothing in another', async () => {
    const push = new Push(t.ctx, [0.05]);
    const browsers = [await browserOf(t.employee), await browserOf(t.employee)];
    service.answers.push(503);
    push.toUsers([t.employee.userId], note('dock 4'));
    await service.count(3);
    push.toUsers([t.employee.userId], { ...note('dock 5'), tag: 'chat 2' });
    await service.count(5);
    expect(browsers.map((browser) => browser.received().length).sort()).toEqual([2, 3]);
    push.stop();
  });

  test('pushes to a browser one at a time, and to at most eight browsers at once', async () => {
    const browsers: Browser[] = [];
    for (let n = 0; n < 10; n += 1) browsers.push(await browserOf(t.employee));
    await browserOf(t.admin);
    service.delay = 50;
    service.most = 0;
    for (const tag of ['one', 'two', 'three']) {
      t.ctx.push.toUsers([t.admin.userId], { ...note(tag), tag });
    }
    await service.count(3);
    expect(service.most).toBe(1);
    t.ctx.push.toUsers([t.employee.userId], note('to all'));
    await service.count(13);
    expect(service.most).toBeGreaterThan(1);
    expect(service.most).toBeLessThanOrEqual(8);
    expect(browsers.every((browser) => browser.received().length === 1)).toBe(true);
  });

  test('a logout cancels retries', async () => {
    const push = new Push(t.ctx, [0.05]);
    const person = await t.person(`${engine}-hasty`, 'employee');
    const gone = await browserOf(person);
    const stays = await browserOf(t.employee);
    const { promise, resolve } = Promise.withResolvers<void>();
    service.gate = promise;
    service.answers.push(503);
    push.toUsers([person.userId], note('private'));
    await service.count(1);
    await post(person, '/api/logout', {});
    // Only now does the service answer, and the retry becomes due.
    resolve();
    service.answers.push(503);
    push.toUsers([t.employee.userId], note('tried again'));
    await service.count(3);
    expect(stays.received()).toHaveLength(2);
    expect(gone.received()).toHaveLength(1);
    push.stop();
  });
});

postgresOnly.test('pushes nothing to a user with an open page on another node', async () => {
  const service = await startPushService();
  const t = await startApp('postgres', { config: { pushServices: [service.host] } });
  const dataDir = mkdtempSync(join(tmpdir(), 'headrack-node-'));
  const other = await createAppContext({ ...t.ctx.config, dataDir }, t.ctx.log);
  const app = await buildApp(other, null);
  const page = await openPage(await app.listen({ host: '127.0.0.1', port: 0 }), t.employee);
  expect(other.push.publicKey).toBe(t.ctx.push.publicKey);
  const { userId } = t.employee;
  const isThere = async () => (await t.ctx.realtime.connectedAmong([userId])).has(userId);
  await until('the nodes know each other', 30_000, isThere);

  const [browser, witness] = [service.browser(), service.browser()];
  for (const [person, { subscription: payload }] of [
    [t.employee, browser],
    [t.admin, witness],
  ] as const) {
    const url = '/api/push/subscriptions';
    await t.app.inject({ method: 'POST', url, payload, headers: person.headers });
  }
  const receive = (body: string) => {
    const note = { title: '', body, url: '/portal', tag: body, urgency: 'normal' } as const;
    t.ctx.push.toUsers([userId, t.admin.userId], note);
  };
  receive('seen on the page');
  await service.count(1);
  page.disconnect();
  await until('the page is gone', 30_000, async () => !(await isThere()));
  receive('pushed');
  await service.count(3);
  expect(browser.received()).toMatchObject([{ body: 'pushed' }]);

  await app.close();
  await other.close();
  await t.close();
  await service.close();
  rmSync(dataDir, { recursive: true, force: true });
});

sqliteOnly.test('logs no personal data', async () => {
  const service = await startPushService();
  const t = await startApp('sqlite', { config: { pushServices: [service.host] } });
  const lines: string[] = [];
  const log = Object.assign(Object.create(t.ctx.log), {
    warn: (...parts: unknown[]) => lines.push(JSON.stringify(parts)),
  });
  const push = new Push({ ...t.ctx, log }, []);
  const { subscription } = service.browser();
  await t.app.inject({
    method: 'POST',
    url: '/api/push/subscriptions',
    payload: subscription,
    headers: t.employee.headers,
  });
  service.answers.push(403);
  push.toUsers([t.employee.userId], {
    title: 'Emil Ek',
    body: 'a secret',
    url: '/chat',
    tag: 'chat 1',
    urgency: 'high',
  });
  await until('it is logged', 30_000, () => lines.length > 0);
  expect(lines).toEqual([JSON.stringify([{ service: service.host, status: 403 }, 'push dropped'])]);
  push.stop();
  await t.close();
  await service.close();
});
