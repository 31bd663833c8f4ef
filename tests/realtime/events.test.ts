import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sampleBody } from '../fixtures/sample-bodies.ts';
import { startApp, type TestApp } from '../harness/app.ts';
import { onBothDatabases, sqliteOnly } from '../harness/databases.ts';
import { closePages, connected, listen, nextEvent, openPage, page } from './pages.ts';

onBothDatabases('events', (engine) => {
  let t: TestApp;
  let url: string;
  beforeAll(async () => {
    t = await startApp(engine);
    url = await listen(t);
  });
  afterEach(() => closePages());
  afterAll(() => t.close());

  const post = (path: string, payload: object, headers = t.admin.headers) =>
    t.app.inject({ method: 'POST', url: path, payload, headers });

  test('a notification reaches every open page once, after it is stored', async () => {
    const pages = [
      await openPage(url, t.employee),
      await openPage(url, t.employee),
      await openPage(url, t.admin),
    ];
    const heard: unknown[][] = pages.map(() => []);
    pages.forEach((socket, index) => {
      socket.on('notification', (notice) => heard[index]?.push(notice));
    });
    const key = { 'idempotency-key': randomUUID() };
    const headers = { ...t.admin.headers, ...key };
    const sent = await post('/api/send-notification', { message: 'Ice on I-80' }, headers);
    await post('/api/send-notification', { message: 'Ice on I-80' }, headers);
    await pause(100);
    const { notification_id } = sent.json();
    const date = expect.stringMatching(/Z$/);
    const notice = { notification_id, message: 'Ice on I-80', date, is_read: 0 };
    expect(heard).toEqual([[notice], [notice], [notice]]);
  });

  test('tells only the affected pages to refresh their counts', async () => {
    const [admin, employee] = [await openPage(url, t.admin), await openPage(url, t.employee)];
    const heard: Socket[] = [];
    for (const socket of [admin, employee]) socket.on('badges', () => heard.push(socket));
    const after = async (work: () => Promise<unknown>) => {
      heard.length = 0;
      await work();
      await pause(50);
      return [...heard];
    };
    expect(await after(() => post('/api/inquiry', sampleBody('sendInquiry')))).toEqual([admin]);
    expect(await after(() => post('/api/application', sampleBody('sendApplication')))).toEqual([
      admin,
    ]);
    const { notification_id } = (await post('/api/send-notification', { message: 'x' })).json();
    const read = () => post('/api/mark-as-read', { notification_id }, t.employee.headers);
    expect(await after(read)).toEqual([employee]);
    expect(await after(read)).toEqual([]);
  });
});

sqliteOnly.test(
  'a notification reaches 500 people within a second',
  async () => {
    const t = await startApp('sqlite');
    const url = await listen(t);
    const now = t.ctx.now();
    const tokens: string[] = [];
    await t.ctx.db.transaction().execute(async (tx) => {
      for (let n = 0; n < 500; n += 1) {
        const username = `driver-${n}`;
        const { user_id: userId } = await tx
          .insertInto('users')
          .values({
            username,
            username_key: username,
            user_email: `${username}@example.com`,
            email_key: `${username}@example.com`,
            phone_number: '',
            password_hash: '',
            user_role: 'employee',
            created_at: now.toISOString(),
            closed_at: null,
          })
          .returning('user_id')
          .executeTakeFirstOrThrow();
        const { token, payload } = t.ctx.tokens.issue({ userId, username, role: 'employee' }, now);
        await tx
          .insertInto('sessions')
          .values({
            jti: payload.jti,
            user_id: userId,
            token_version: 1,
            created_at: now.toISOString(),
            expires_at: new Date(payload.exp * 1000).toISOString(),
            ended_at: null,
          })
          .execute();
        tokens.push(token);
      }
    });
    const sockets = tokens.map((token) => page(url, token));
    await Promise.all(sockets.map(connected));
    const start = performance.now();
    const all = Promise.all(sockets.map((socket) => nextEvent(socket, 'notification')));
    const answer = await t.app.inject({
      method: 'POST',
      url: '/api/send-notification',
      payload: { message: 'Ice on I-80' },
      headers: t.admin.headers,
    });
    const [first] = await all;
    const spent = performance.now() - start;
    expect(first).toMatchObject({ notification_id: answer.json().notification_id });
    expect(spent).toBeLessThan(1000);
    closePages();
    await t.close();
  },
  60_000,
);
