import { randomUUID } from 'node:crypto';
import type { Socket } from 'socket.io-client';
import { beforeAll, expect, test, vi } from 'vitest';
import type { TestPerson } from '#tests/harness/app.ts';
import { chatApp, sendMessage, taken } from '#tests/harness/chats.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { drain, eventsOn, request } from '#tests/realtime/pages.ts';
import { rowsOf } from '#tests/records/stored.ts';

onBothWhenFull('messages over the socket', (engine) => {
  const chat = chatApp(engine);
  const { open, person, sentBy } = chat;
  /** All messages of this user are rejected. */
  let rejected: TestPerson;
  beforeAll(async () => {
    rejected = await person();
  });

  const audited = async (by: TestPerson) => {
    await chat.t.ctx.auditEvents.flush();
    const rows = await rowsOf(chat.t, 'audit', { user_id: by.userId }, 'id');
    return rows.map(({ action }) => action).filter((action) => action.startsWith('message.'));
  };

  test('stores a plain message and acknowledges it with its exact shape (M4, M6)', async () => {
    const sender = await person();
    const socket = await open(sender);
    const ack = await sendMessage(socket, {
      senderId: sender.userId,
      receiverId: chat.t.admin.userId,
      content: '  Load 12 is on the deck.\r\nTwo ramps to go. ',
      timestamp: '1999-01-01T00:00:00.000Z',
    });
    const [row] = await sentBy(sender);
    expect(ack).toEqual({
      success: true,
      message: {
        ...{ id: row?.id, senderId: sender.userId, receiverId: chat.t.admin.userId },
        content: 'Load 12 is on the deck.\nTwo ramps to go.',
        timestamp: row?.sent_at,
      },
    });
    expect(Date.parse(row?.sent_at ?? '')).toBeGreaterThan(Date.parse('2026-01-01'));
  });

  test('reaches every page of the receiver and the other pages of the sender, once', async () => {
    const [sender, receiver] = [await person(), await person('admin')];
    const own = await open(sender);
    const published = [await open(sender), await open(receiver), await open(receiver)].map(
      (socket) => eventsOn(socket, 'receive_message'),
    );
    const others = [own, await open(chat.t.admin), await open(chat.t.employee)].map((socket) =>
      eventsOn(socket, 'receive_message'),
    );
    const message = await taken(own, { receiverId: receiver.userId, content: 'Hello' });
    await drain();
    expect(published).toEqual([[message], [message], [message]]);
    expect(others).toEqual([[], [], []]);
  });

  test('shows admins who answered an employee', async () => {
    const driver = await person();
    const [office, page] = [await open(chat.t.admin), await open(driver)];
    const received = eventsOn(office, 'answered');
    const receivedByEmployee = eventsOn(page, 'answered');
    const { timestamp } = await taken(office, { receiverId: driver.userId, content: 'Go ahead' });
    await taken(page, { receiverId: chat.t.admin.userId, content: 'Thanks' });
    await drain();
    const anna = { userId: chat.t.admin.userId, firstName: '', lastName: '', userName: 'anna' };
    const by = { ...anna, timestamp };
    expect(received).toEqual([{ userId: driver.userId, by }]);
    expect(receivedByEmployee).toEqual([]);
  });

  test('allows another sender the same clientId', async () => {
    const [one, other] = [await person(), await person()];
    const clientId = randomUUID();
    const message = { receiverId: chat.t.admin.userId, content: 'Hello', clientId };
    const first = await taken(await open(one), message);
    const second = await taken(await open(other), message);
    expect(second.id).not.toBe(first.id);
    expect(second.senderId).toBe(other.userId);
  });

  test('checks who may write to whom', async () => {
    const [driver, colleague, boss] = [await person(), await person(), await person('admin')];
    const socket = await open(driver);
    const refused = async (receiverId: number, error: string, code = 'forbidden') =>
      expect(await sendMessage(socket, { receiverId, content: 'Hi' })).toEqual({
        success: false,
        code,
        error,
      });
    await refused(colleague.userId, 'You can only write to the office.');
    await refused(driver.userId, 'Choose someone else to write to.', 'validation_failed');
    // The same error as for colleagues, so that employees can't find out which ids exist.
    await refused(2_000_000_000, 'You can only write to the office.');
    const clientId = randomUUID();
    const before = { receiverId: boss.userId, content: 'Before', clientId };
    const first = await taken(socket, before);
    await chat.closeAccount(boss);
    await refused(boss.userId, 'This account is closed. Choose someone else.', 'validation_failed');
    // A repeat of a message stored before is still acknowledged.
    expect(await taken(socket, before)).toEqual(first);
    const office = await open(chat.t.admin);
    await taken(office, { receiverId: driver.userId, content: 'Hello' });
    const toNobody = { receiverId: 2_000_000_000, content: 'Hi', clientId: '' };
    expect(await sendMessage(office, toNobody)).toEqual({
      success: false,
      code: 'not_found',
      error: 'This account is closed. Choose someone else.',
    });
  });

  test.each([
    ['another', (by: TestPerson) => by.userId + 1],
    ['garbage', () => 'me'],
  ])('rejects and audits a message in the name of %s (SEC16)', async (_label, name) => {
    const sender = await person();
    const socket = await open(sender);
    const message = { senderId: name(sender), receiverId: chat.t.admin.userId, content: 'Forged' };
    const error = 'You can only send messages as yourself.';
    expect(await sendMessage(socket, message)).toEqual({
      success: false,
      code: 'forbidden',
      error,
    });
    expect(await audited(sender)).toEqual(['message.foreign']);
    const receiver_id = chat.t.admin.userId;
    const snake = { sender_id: receiver_id, receiver_id, content: 'Forged' };
    expect(await sendMessage(socket, snake)).toEqual({ success: false, code: 'forbidden', error });
    expect(await sentBy(sender)).toEqual([]);
    const own = { sender_id: String(sender.userId), receiver_id, content: 'Own' };
    expect((await sendMessage(socket, own)).success).toBe(true);
  });

  const long = 'x'.repeat(4000);
  const unstorable = "This text contains characters we can't store. Type it again.";
  test.each<[string, unknown, string]>([
    ['nothing', undefined, "This message isn't valid."],
    ['a list', [[]], "This message isn't valid."],
    ['no receiver', { content: 'x' }, 'This account is closed. Choose someone else.'],
    ['blank text', { receiverId: 1, content: ' \n\t\u00a0' }, 'Type a message first.'],
    ['text too long', { receiverId: 1, content: `${long}x` }, 'Use at most 4,000 characters.'],
    ['text that no database stores', { receiverId: 1, content: 'a\u0000b' }, unstorable],
    [
      ...(['a clientId that is none', { receiverId: 1, content: 'x', clientId: '1' }] as const),
      'The clientId must be a UUID.',
    ],
  ])('rejects %s with a message', async (_label, message, error) => {
    const socket = await open(rejected);
    const code = 'validation_failed';
    expect(await sendMessage(socket, message)).toEqual({ success: false, code, error });
    expect(await sentBy(rejected)).toEqual([]);
  });

  const officeOnly = {
    ...{ success: false, code: 'forbidden' },
    error: 'You can only write to the office.',
  };

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
