import { randomUUID } from 'node:crypto';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { SendAnswer } from '#contract/chat.ts';
import { buildApp } from '#server/app.ts';
import { startApp, type TestApp, type TestPerson } from '../../../tests/harness/app.ts';
import { onBothDatabases, sqliteOnly } from '../../../tests/harness/databases.ts';
import {
  allHeard,
  closePages,
  cutAfter,
  heardBy,
  listen,
  nextEvent,
  openPage,
  said,
} from '../../../tests/realtime/pages.ts';

const send = (socket: Socket, message: unknown): Promise<SendAnswer> =>
  said(socket, 'send_message', message);

onBothDatabases('a chat in trouble', (engine) => {
  let t: TestApp;
  let url: string;
  let n = 0;
  const someone = (role: 'admin' | 'employee' = 'employee') => t.person(`person ${n++}`, role);

  beforeAll(async () => {
    t = await startApp(engine);
    url = await listen(t);
  });
  afterEach(() => {
    closePages();
    vi.restoreAllMocks();
  });
  afterAll(() => t.close());

  const messages = () => t.ctx.db.selectFrom('messages');
  const sentBy = async ({ userId }: TestPerson) =>
    messages().selectAll().where('sender_id', '=', userId).orderBy('id').execute();
  const change = (person: TestPerson, payload: object) =>
    t.app.inject({
      method: 'PUT',
      url: `/api/users/${person.userId}`,
      payload,
      headers: t.admin.headers,
    });

  test('a demoted admin is cut at once, and writes to no employee any more', async () => {
    const [boss, driver] = [await someone('admin'), await someone()];
    const socket = await openPage(url, boss);
    expect(await send(socket, { receiverId: driver.userId, content: 'Go' })).toMatchObject({
      success: true,
    });
    const cut = cutAfter(socket);
    expect((await change(boss, { user_role: 'employee' })).statusCode).toBe(200);
    expect(await cut).toBeLessThan(1000);
    const { username, password } = boss;
    const login = await t.app.inject({
      method: 'POST',
      url: '/api/login',
      payload: { username, password },
    });
    const again = await openPage(url, { ...boss, token: login.json().token });
    expect(await send(again, { receiverId: driver.userId, content: 'Go' })).toEqual({
      success: false,
      code: 'forbidden',
      error: 'You can write to the office only.',
    });
    expect(await sentBy(boss)).toHaveLength(1);
  });

  test.each([
    ['closed', { closed_at: '2026-11-21T12:00:00.000Z' }],
    ['changed', { token_version: 9 }],
  ])(
    'an account that was %s where nobody here heard of it writes nothing more, and is cut',
    async (_label, row) => {
      const [sender, bystander] = [await someone('admin'), await someone()];
      const [socket, other] = [await openPage(url, sender), await openPage(url, bystander)];
      const users = t.ctx.db.updateTable('users').set(row);
      await users.where('user_id', '=', sender.userId).execute();
      const cut = cutAfter(socket);
      // In one group: the other's goes out all the same.
      const [refused, taken] = await Promise.all([
        send(socket, { receiverId: bystander.userId, content: 'Too late' }),
        send(other, { receiverId: t.admin.userId, content: 'In time' }),
      ]);
      expect(refused).toEqual({
        success: false,
        code: 'token_invalid',
        error: 'Invalid token. Please log in again.',
      });
      expect(taken.success).toBe(true);
      await cut;
      expect(await sentBy(sender)).toEqual([]);
      expect(other.connected).toBe(true);
    },
  );

  test('a receiver who is closed while messages are on their way: all before, none after', async () => {
    const [sender, receiver] = [await someone(), await someone('admin')];
    const socket = await openPage(url, sender);
    const one = (index: number) =>
      send(socket, { receiverId: receiver.userId, content: `${index}` });
    const first = Array.from({ length: 30 }, (_, index) => one(index));
    const [closing, ...answers] = await Promise.all([
      t.app.inject({
        method: 'DELETE',
        url: `/api/users/${receiver.userId}`,
        headers: t.admin.headers,
      }),
      ...first,
      ...Array.from({ length: 30 }, (_, index) => one(30 + index)),
    ]);
    expect(closing.statusCode).toBe(200);
    const taken = answers.filter((answer) => answer.success).length;
    answers.forEach((answer, index) => {
      if (index < taken) expect(answer.success).toBe(true);
      else {
        const error = 'This account is closed. Choose somebody else.';
        expect(answer).toEqual({ success: false, code: 'validation_failed', error });
      }
    });
    expect(await sentBy(sender)).toHaveLength(taken);
    expect((await one(99)).success).toBe(false);
  });

  test('a database that is away is told with when to try again, and one that fails harms no other', async () => {
    const [sender, other] = [await someone(), await someone()];
    const [socket, calm] = [await openPage(url, sender), await openPage(url, other)];
    const error = vi.spyOn(t.ctx.log, 'error').mockImplementation(() => undefined);
    const message = { receiverId: t.admin.userId, content: 'Hello', clientId: randomUUID() };
    const away = Object.assign(new Error('the disk is full'), { errcode: 13 });
    const spy = vi.spyOn(t.ctx.db, 'transaction').mockImplementation(() => {
      throw away;
    });
    expect(await send(socket, message)).toEqual({
      success: false,
      code: 'unavailable',
      error: "The service isn't available right now. Try again in a moment.",
      retryAfter: 2,
    });
    spy.mockImplementation(() => {
      throw new Error('nobody planned for this');
    });
    expect(await send(socket, message)).toEqual({
      success: false,
      code: 'internal_error',
      error: 'Something went wrong on our side. Try again.',
    });
    expect(error).toHaveBeenCalledTimes(2);
    expect(JSON.stringify(error.mock.calls)).not.toContain('Hello');
    spy.mockRestore();
    expect((await send(socket, message)).success).toBe(true);

    // The page could not be told; the message is stored, once.
    vi.spyOn(t.ctx.realtime, 'toUsersExcept').mockImplementationOnce(() => {
      throw new Error('no line');
    });
    const published = { receiverId: t.admin.userId, content: 'Stored' };
    expect((await send(socket, published)).success).toBe(true);

    // What one database keeps and the other does not: a row that cannot be written.
    const bad = vi.spyOn(t.ctx, 'now').mockImplementationOnce(() => {
      throw new Error('once');
    });
    const both = await Promise.all([
      send(socket, { ...message, clientId: randomUUID() }),
      send(calm, message),
    ]);
    expect(both.map((answer) => answer.success)).toEqual([true, true]);
    bad.mockRestore();
    expect(await sentBy(sender)).toHaveLength(3);
  });

  test('who types is told to whom it concerns, and nothing is stored', async () => {
    const [driver, other, boss] = [await someone(), await someone(), await someone('admin')];
    const people = [driver, other, boss, t.admin];
    const pages = await Promise.all(people.map((person) => openPage(url, person)));
    const heard = pages.map((socket) => heardBy(socket, 'typing'));
    const [byDriver, , byBoss] = pages as [Socket, Socket, Socket, Socket];
    const type = (socket: Socket, typing: object) => said(socket, 'typing', typing);
    expect(await type(byDriver, { receiverId: boss.userId })).toEqual({ success: true });
    expect(await type(byDriver, { receiver_id: other.userId })).toEqual({
      success: false,
      code: 'forbidden',
      error: 'You can write to the office only.',
    });
    await type(byDriver, { receiverId: boss.userId, senderId: other.userId });
    await type(byBoss, { receiverId: driver.userId });
    await allHeard();
    const toBoss = { senderId: driver.userId, receiverId: boss.userId };
    const toDriver = { senderId: boss.userId, receiverId: driver.userId };
    expect(heard).toEqual([[toDriver], [], [toBoss, toBoss], [toDriver]]);
    expect(await sentBy(driver)).toEqual([]);
  });
});

sqliteOnly.test(
  'a message is once also when the app starts anew between it and its repetition',
  async () => {
    const first = await startApp('sqlite');
    const socket = await openPage(await listen(first), first.employee);
    const message = { receiverId: first.admin.userId, content: 'Once', clientId: randomUUID() };
    const kept = await send(socket, message);
    closePages();
    await first.app.close();
    const again = { ...first, app: await buildApp(first.ctx, null) };
    try {
      const url = await listen(again);
      const [other, admin] = [
        await openPage(url, first.employee),
        await openPage(url, first.admin),
      ];
      const heard = heardBy(admin, 'receive_message');
      expect(await send(other, message)).toEqual(kept);
      await allHeard();
      expect(heard).toEqual([]);
    } finally {
      closePages();
      await again.app.close();
      await first.close();
    }
  },
);

sqliteOnly.test(
  'a token that runs out while connected: the page is cut, and nothing is written with it',
  async () => {
    let now = Date.now();
    const t = await startApp('sqlite', { now: () => new Date(now) });
    try {
      const url = await listen(t);
      const socket = await openPage(url, t.employee);
      const message = { receiverId: t.admin.userId, content: 'Hello' };
      expect((await send(socket, message)).success).toBe(true);
      // A laptop that has slept: its timer has not run out yet.
      now += 9 * 3600 * 1000;
      const cut = nextEvent(socket, 'disconnect');
      expect(await send(socket, message)).toEqual({
        success: false,
        code: 'token_invalid',
        error: 'Invalid token. Please log in again.',
      });
      await cut;
    } finally {
      closePages();
      await t.close();
    }
  },
);
