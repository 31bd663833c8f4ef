import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { pushKey } from '#server/platform/push/push-sender.ts';
import { send } from '#tests/fixtures/requests.ts';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { onBothDatabases, sqliteOnly, sqliteUnlessFull } from '#tests/harness/databases.ts';
import { type PushService, startPushService } from '#tests/harness/push-service.ts';
import { sweepPush } from './push.service.ts';

const unknownService = "This browser's push service isn't supported.";

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
  beforeEach(() => t.ctx.db.deleteFrom('push_subscriptions').execute());
  afterAll(() => service.close());

  const subscribe = (by: TestPerson, body: object) =>
    send(t, 'POST', '/api/push/subscriptions', by, body);
  const rows = () => t.ctx.db.selectFrom('push_subscriptions').selectAll().orderBy('id').execute();
  const endpoints = async () => (await rows()).map((row) => row.endpoint);

  test('returns the same P-256 key each time', async () => {
    const ask = async () => {
      const response = await send(t, 'GET', '/api/push/key', t.employee);
      return response.json().key;
    };
    const key = await ask();
    const bytes = Buffer.from(key, 'base64url');
    expect([bytes.length, bytes[0]]).toEqual([65, 4]);
    expect(await ask()).toBe(key);
  });

  test('stores a browser once and moves it to the user who signs in there', async () => {
    const { subscription } = service.browser();
    const response = await subscribe(t.employee, subscription);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      message: 'Notifications are on for this device.',
    });
    await subscribe(t.employee, subscription);
    const { user_id, p256dh, auth } = (await rows())[0] ?? {};
    expect({ user_id, p256dh, auth }).toEqual({
      user_id: t.employee.userId,
      p256dh: subscription.p256dh,
      auth: subscription.auth,
    });
    await subscribe(t.admin, subscription);
    expect((await rows()).map((row) => row.user_id)).toEqual([t.admin.userId]);
  });

  test('deletes a subscription, and accepts an unknown one', async () => {
    const { subscription } = service.browser();
    const { endpoint } = subscription;
    await subscribe(t.employee, subscription);
    for (let n = 0; n < 2; n += 1) {
      const response = await send(t, 'POST', '/api/push/unsubscribe', t.employee, { endpoint });
      expect(response.statusCode).toBe(200);
      expect(response.json()).toEqual({ message: 'Notifications are off for this device.' });
      expect(await rows()).toEqual([]);
    }
    const nonsense = await send(t, 'POST', '/api/push/unsubscribe', t.employee, {
      endpoint: 'none',
    });
    expect(nonsense.statusCode).toBe(200);
  });

  it('keeps the ten newest browsers of a user, also for concurrent requests', async () => {
    const browsers = Array.from({ length: 13 }, () => service.browser().subscription);
    for (const browser of browsers.slice(0, 8)) {
      now += 1000;
      await subscribe(t.employee, browser);
    }
    now += 1000;
    await subscribe(t.employee, browsers[0] ?? {});
    now += 1000;
    await Promise.all(browsers.slice(8).map((browser) => subscribe(t.employee, browser)));
    const expected = [0, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((n) => browsers[n]?.endpoint);
    expect((await endpoints()).sort()).toEqual(expected.sort());
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
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({
      code: 'validation_failed',
      error: unknownService,
      fields: { endpoint: unknownService },
    });
    expect(await rows()).toEqual([]);
  });

  test('the sweep deletes only subscriptions of ended sessions', async () => {
    const people = new Map<string, TestPerson>();
    const names = ['stays', 'logged-out', 'closed', 'changed', 'expired', 'moved'];
    for (const name of names) {
      const person = await t.person(`${engine}-${name}`, 'employee');
      people.set(name, person);
      await subscribe(person, service.browser().subscription);
    }
    const idOf = (name: string) => people.get(name)?.userId ?? 0;
    const left = async () =>
      (await rows()).map(({ user_id }) => names.find((name) => idOf(name) === user_id));
    await sweepPush(t.ctx);
    expect(await left()).toEqual(names);

    const out = people.get('logged-out');
    if (out) await send(t, 'POST', '/api/logout', out);
    const { db } = t.ctx;
    const at = new Date(now).toISOString();
    const user = (name: string) => db.updateTable('users').where('user_id', '=', idOf(name));
    await user('closed').set({ closed_at: at }).execute();
    await user('changed').set({ token_version: 2 }).execute();
    await db
      .updateTable('sessions')
      .set({ expires_at: at })
      .where('user_id', '=', idOf('expired'))
      .execute();
    // The session of another user doesn't count.
    await db
      .updateTable('push_subscriptions')
      .set({ user_id: t.admin.userId })
      .where('user_id', '=', idOf('moved'))
      .execute();
    await sweepPush(t.ctx);
    expect(await left()).toEqual(['stays']);
  });
});

sqliteOnly.describe('the key', () => {
  test('is generated once and readable by its owner only', () => {
    const folder = mkdtempSync(join(tmpdir(), 'headrack-push-'));
    const made = pushKey(null, folder);
    expect(Buffer.from(made.privateKey, 'base64url')).toHaveLength(32);
    expect(statSync(join(folder, 'push-key')).mode & 0o777).toBe(0o600);
    const kept = readFileSync(join(folder, 'push-key'), 'utf8');
    expect(pushKey(null, folder)).toEqual(made);
    expect(readFileSync(join(folder, 'push-key'), 'utf8')).toBe(kept);
    rmSync(folder, { recursive: true, force: true });
  });
});
