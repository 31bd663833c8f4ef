import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { pushKey } from '#server/platform/push/push-sender.ts';
import { replyOf, send } from '#tests/fixtures/requests.ts';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { onBothDatabases, sqliteOnly, sqliteUnlessFull } from '#tests/harness/databases.ts';
import { newFolder } from '#tests/harness/new-folder.ts';
import { type PushService, startPushService } from '#tests/harness/push-service.ts';
import { changeRows, clearTables, rowsOf } from '#tests/records/stored.ts';
import { sweepPush } from './push.service.ts';

/** On PostgreSQL, only what may happen at once (`it`) runs in every run. */
const { test } = sqliteUnlessFull;

onBothDatabases('push subscriptions', (engine) => {
  let service: PushService;
  let now = Date.now();
  const config = { pushServices: [] as string[] };
  beforeAll(async () => {
    service = await startPushService();
    config.pushServices.push(service.host);
  });
  const t = suiteApp(engine, { config, now: () => new Date(now) });
  beforeEach(() => clearTables(t, 'push_subscriptions'));
  afterAll(() => service.close());

  const subscribe = (by: TestPerson, body: object) =>
    send(t, 'POST', '/api/push/subscriptions', by, body);
  const rows = () => rowsOf(t, 'push_subscriptions', {}, 'id');

  test('returns the same P-256 key each time', async () => {
    const ask = async () => (await send(t, 'GET', '/api/push/key', t.employee)).json().key;
    const bytes = Buffer.from(await ask(), 'base64url');
    expect([bytes.length, bytes[0]]).toEqual([65, 4]);
    expect(await ask()).toBe(bytes.toString('base64url'));
  });

  test('stores a browser once and moves it to the user who signs in there', async () => {
    const { subscription } = service.browser();
    const response = await subscribe(t.employee, subscription);
    expect(replyOf(response)).toEqual([200, { message: 'Notifications are on for this device.' }]);
    await subscribe(t.employee, subscription);
    expect(await rows()).toMatchObject([{ user_id: t.employee.userId, ...subscription }]);
    await subscribe(t.admin, subscription);
    expect((await rows()).map((row) => row.user_id)).toEqual([t.admin.userId]);
  });

  test('deletes a subscription, and accepts an unknown one', async () => {
    const { subscription } = service.browser();
    await subscribe(t.employee, subscription);
    for (const endpoint of [subscription.endpoint, subscription.endpoint, 'none']) {
      const response = await send(t, 'POST', '/api/push/unsubscribe', t.employee, { endpoint });
      const message = 'Notifications are off for this device.';
      expect(replyOf(response)).toEqual([200, { message }]);
      expect(await rows()).toEqual([]);
    }
  });

  it('keeps the ten newest browsers of a user, also for concurrent requests', async () => {
    const browsers = Array.from({ length: 13 }, () => service.browser().subscription);
    for (const browser of [...browsers.slice(0, 8), browsers[0] ?? {}]) {
      now += 1000;
      await subscribe(t.employee, browser);
    }
    now += 1000;
    await Promise.all(browsers.slice(8).map((browser) => subscribe(t.employee, browser)));
    const expected = [0, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((n) => browsers[n]?.endpoint);
    const endpoints = (await rows()).map((row) => row.endpoint);
    expect(endpoints.toSorted()).toEqual(expected.toSorted());
  });

  test.each([
    'https://fcm.googleapis.com.evil.example/fcm/send/x',
    'https://user@fcm.googleapis.com/fcm/send/x',
    'http://fcm.googleapis.com/fcm/send/x',
    'https://fcm.googleapis.com:8443/fcm/send/x',
    'https://fcm.googleapis.com./fcm/send/x',
    'https://evilpush.apple.com/x',
    'https://169.254.169.254/latest/meta-data',
    'javascript:alert(1)',
  ])('rejects the endpoint %s', async (endpoint) => {
    const response = await subscribe(t.employee, { ...service.browser().subscription, endpoint });
    expect([response.statusCode, response.json().fields]).toEqual([
      400,
      { endpoint: "This browser's push service isn't supported." },
    ]);
    expect(await rows()).toEqual([]);
  });

  test('the sweep deletes only subscriptions of ended sessions', async () => {
    const names = ['stays', 'logged-out', 'closed', 'changed', 'expired', 'moved'] as const;
    const people = {} as Record<(typeof names)[number], TestPerson>;
    for (const name of names) {
      people[name] = await t.person(`${engine}-${name}`, 'employee');
      await subscribe(people[name], service.browser().subscription);
    }
    const of = (name: (typeof names)[number]) => ({ user_id: people[name].userId });
    const left = async () =>
      (await rows()).map(({ user_id }) => names.find((name) => people[name].userId === user_id));
    await sweepPush(t.ctx);
    expect(await left()).toEqual(names);

    await send(t, 'POST', '/api/logout', people['logged-out']);
    const at = new Date(now).toISOString();
    await changeRows(t, 'users', of('closed'), { closed_at: at });
    await changeRows(t, 'users', of('changed'), { token_version: 2 });
    await changeRows(t, 'sessions', of('expired'), { expires_at: at });
    // The session of another user doesn't count.
    await changeRows(t, 'push_subscriptions', of('moved'), { user_id: t.admin.userId });
    await sweepPush(t.ctx);
    expect(await left()).toEqual(['stays']);
  });
});

sqliteOnly.describe('the key', () => {
  test('is generated once and readable by its owner only', () => {
    const folder = newFolder();
    const read = () => readFileSync(join(folder, 'push-key'), 'utf8');
    const made = pushKey(null, folder);
    expect(Buffer.from(made.privateKey, 'base64url')).toHaveLength(32);
    expect(statSync(join(folder, 'push-key')).mode & 0o777).toBe(0o600);
    const kept = read();
    expect(pushKey(null, folder)).toEqual(made);
    expect(read()).toBe(kept);
  });
});
