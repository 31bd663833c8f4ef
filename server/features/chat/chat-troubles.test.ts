import { randomUUID } from 'node:crypto';
import type { Socket } from 'socket.io-client';
import { expect, test, vi } from 'vitest';
import { send } from '#tests/fixtures/requests.ts';
import { chatApp, sendMessage } from '#tests/harness/chats.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { disconnectMs, drain, eventsOn, request } from '#tests/realtime/pages.ts';
import { jsonOf } from '#tests/records/stored.ts';

onBothWhenFull('chat faults', (engine) => {
  const chat = chatApp(engine);
  const { open, person, sentBy } = chat;
  const error = 'You can only write to the office.';
  const officeOnly = { success: false, code: 'forbidden', error };

  test('disconnects a demoted admin, who can no longer write to employees', async () => {
    const [boss, driver] = [await person('admin'), await person()];
    const socket = await open(boss);
    const message = { receiverId: driver.userId, content: 'Go' };
    expect((await sendMessage(socket, message)).success).toBe(true);
    const cut = disconnectMs(socket);
    const url = `/api/users/${boss.userId}`;
    await jsonOf(send(chat.t, 'PUT', url, chat.t.admin, { user_role: 'employee' }));
    await cut;
    const { username, password } = boss;
    const login = await send(chat.t, 'POST', '/api/login', null, { username, password });
    const again = await open({ ...boss, token: login.json().token });
    expect(await sendMessage(again, message)).toEqual(officeOnly);
    expect(await sentBy(boss)).toHaveLength(1);
  });

  test('reports an unavailable database with a retry time, and a failing message affects no other', async () => {
    const [sender, other] = [await person(), await person()];
    const [socket, calm] = [await open(sender), await open(other)];
    const log = vi.spyOn(chat.t.ctx.log, 'error').mockImplementation(() => undefined);
    const message = { receiverId: chat.t.admin.userId, content: 'Hello', clientId: randomUUID() };
    const away = Object.assign(new Error('the disk is full'), { errcode: 13 });
    const spy = vi.spyOn(chat.t.ctx.db, 'transaction').mockImplementation(() => {
      throw away;
    });
    expect(await sendMessage(socket, message)).toEqual({
      success: false,
      code: 'unavailable',
      error: "The service isn't available right now. Try again in a moment.",
      retryAfter: 2,
    });
    spy.mockImplementation(() => {
      throw new Error('unexpected');
    });
    expect(await sendMessage(socket, message)).toEqual({
      success: false,
      code: 'internal_error',
      error: 'Something went wrong on our side. Try again.',
    });
    expect(log).toHaveBeenCalledTimes(2);
    expect(JSON.stringify(log.mock.calls)).not.toContain('Hello');
    spy.mockRestore();
    expect((await sendMessage(socket, message)).success).toBe(true);

    // Publishing fails; the message is stored.
    vi.spyOn(chat.t.ctx.realtime, 'toUsersExcept').mockImplementationOnce(() => {
      throw new Error('no line');
    });
    const published = { receiverId: chat.t.admin.userId, content: 'Stored' };
    expect((await sendMessage(socket, published)).success).toBe(true);

    // The other message of the same moment is stored.
    const bad = vi.spyOn(chat.t.ctx, 'now').mockImplementationOnce(() => {
      throw new Error('once');
    });
    const both = await Promise.all([
      sendMessage(socket, { ...message, clientId: randomUUID() }),
      sendMessage(calm, message),
    ]);
    expect(both.map((ack) => ack.success)).toEqual([false, true]);
    bad.mockRestore();
    expect(await sentBy(sender)).toHaveLength(2);
  });

  test('publishes typing to the receiver and other admins, and stores nothing', async () => {
    const [driver, other, boss] = [await person(), await person(), await person('admin')];
    const people = [driver, other, boss, chat.t.admin];
    const pages = await Promise.all(people.map((person) => open(person)));
    const received = pages.map((socket) => eventsOn(socket, 'typing'));
    const [byDriver, , byBoss] = pages as [Socket, Socket, Socket, Socket];
    const type = (socket: Socket, typing: object) => request(socket, 'typing', typing);
    expect(await type(byDriver, { receiverId: boss.userId })).toEqual({ success: true });
    expect(await type(byDriver, { receiver_id: other.userId })).toEqual(officeOnly);
    await type(byDriver, { receiverId: boss.userId, senderId: other.userId });
    await type(byBoss, { receiverId: driver.userId });
    await drain();
    const toBoss = { senderId: driver.userId, receiverId: boss.userId };
    const toDriver = { senderId: boss.userId, receiverId: driver.userId };
    expect(received).toEqual([[toDriver], [], [toBoss, toBoss], [toDriver]]);
    expect(await sentBy(driver)).toEqual([]);
  });
});
