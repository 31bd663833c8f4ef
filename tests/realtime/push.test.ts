import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { Push, type PushNote } from '#server/platform/push/push.ts';
import { startApp, type TestApp, type TestPerson } from '#tests/harness/app.ts';
import {
  type Browser,
  claimsOf,
  type PushService,
  startPushService,
} from '#tests/harness/push-service.ts';
import { until } from '#tests/harness/until.ts';
import { closePages, listen, openPage } from './pages.ts';

const note = (body: string, tag = 'chat 1'): PushNote => ({
  ...{ title: 'anna', body, url: '/chat', tag, urgency: 'high' },
});

const quietAmong = async () => new Set<number>();

describe('pushes', () => {
  let t: TestApp;
  let url: string;
  let service: PushService;
  beforeAll(async () => {
    service = await startPushService();
    t = await startApp('sqlite', { config: { pushServices: [service.host] } });
    url = await listen(t);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    closePages();
    await t.ctx.db.deleteFrom('push_subscriptions').execute();
    service.posted.length = 0;
    service.answers.length = 0;
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
    const title = 'Kestrel Auto Transport';
    const received = { title, body: 'Ice on I-80', url: '/portal', tag: `notice ${id}` };
    expect(browsers.map((browser) => browser.received())).toEqual(Array(3).fill([received]));
    expect(service.posted.map(({ headers }) => headers.urgency)).toEqual(Array(3).fill('normal'));
  });

  test('nothing is pushed while a page is open, and again once it is closed', async () => {
    const browser = await browserOf(t.employee);
    const page = await openPage(url, t.employee);
    await notify('seen on the page');
    page.disconnect();
    const { userId } = t.employee;
    await until('the page is gone', 60_000, () => !t.ctx.realtime.isHere(userId));
    await notify('pushed');
    await service.count(1);
    expect(browser.received()).toMatchObject([{ body: 'pushed' }]);
  });

  test('nothing is pushed while a page is open on another node', async () => {
    const { userId } = t.employee;
    vi.spyOn(t.ctx.realtime, 'connectedAmong').mockResolvedValue(new Set([userId]));
    const [browser, witness] = [await browserOf(t.employee), await browserOf(t.admin)];
    t.ctx.push.toUsers([userId], note('seen on the page'));
    t.ctx.push.toUsers([t.admin.userId], note('pushed'));
    await service.count(1);
    expect([browser.received().length, witness.received().length]).toEqual([0, 1]);
  });

  test('removes the subscription of a browser that is gone', async () => {
    await browserOf(t.employee);
    service.answers.push(410);
    await notify('one');
    await until('it is forgotten', 60_000, async () => (await left()) === 0);
  });

  test('retries temporary failures and no others, in that browser only', async () => {
    const push = new Push({ ...t.ctx, quietAmong }, [0.05, 0.05]);
    const [browser, other] = [await browserOf(t.employee), await browserOf(t.admin)];
    service.answers.push(429, 503, 201, 400, 500, 500, 500);
    push.toUsers([t.employee.userId], note('tried again'));
    await service.count(3);
    push.toUsers([t.employee.userId], note('refused'));
    await service.count(4);
    push.toUsers([t.employee.userId], note('given up'));
    await service.count(7);
    service.answers.push(503);
    push.toUsers([t.employee.userId], note('last'));
    await service.count(8);
    push.toUsers([t.admin.userId], note('to another'));
    await service.count(10);
    const bodies = ['tried again', 'tried again', 'tried again', 'refused'].concat(
      ...['given up', 'given up', 'given up', 'last', 'last'],
    );
    expect(browser.received()).toEqual(bodies.map((body) => expect.objectContaining({ body })));
    expect(other.received()).toHaveLength(1);
    push.stop();
    expect(await left()).toBe(2);
  });

  test('sends the newest of many messages last and does not retry older ones', async () => {
    const push = new Push({ ...t.ctx, quietAmong }, [0.1]);
    const browser = await browserOf(t.employee);
    const bodies = () => browser.received().map((received) => (received as PushNote).body);
    service.answers.push(503);
    push.toUsers([t.employee.userId], note('first'));
    await service.count(1);
    for (let n = 1; n <= 100; n += 1) push.toUsers([t.employee.userId], note(`message ${n}`));
    await until('the newest came', 60_000, () => bodies().at(-1) === 'message 100');
    expect(bodies().length).toBeLessThan(10);
    // Its retry is due later than the first message's retry would have been.
    service.answers.push(503);
    push.toUsers([t.employee.userId], note('of another', 'chat 2'));
    const isLast = () => bodies().filter((body) => body === 'of another').length === 2;
    await until('the other came twice', 60_000, isLast);
    expect(bodies().filter((body) => body === 'first')).toHaveLength(1);
    push.stop();
  });

  test('pushes nothing after a logout, not even a retry', async () => {
    const push = new Push({ ...t.ctx, quietAmong }, [0.05]);
    const person = await t.person('hasty', 'employee');
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
    push.toUsers([t.employee.userId, person.userId], note('tried again'));
    await service.count(3);
    expect(stays.received()).toHaveLength(2);
    expect(gone.received()).toHaveLength(1);
    push.stop();
  });

  test('logs no personal data', async () => {
    const lines: string[] = [];
    const log = Object.assign(Object.create(t.ctx.log), {
      warn: (...parts: unknown[]) => lines.push(JSON.stringify(parts)),
    });
    const push = new Push({ ...t.ctx, quietAmong, log }, []);
    await browserOf(t.employee);
    service.answers.push(403);
    push.toUsers([t.employee.userId], note('a secret'));
    await until('it is logged', 60_000, () => lines.length > 0);
    expect(lines).toEqual([
      JSON.stringify([{ service: service.host, status: 403 }, 'push dropped']),
    ]);
    push.stop();
  });
});
