import { randomUUID } from 'node:crypto';
import type { Socket } from 'socket.io-client';
import { expect, onTestFinished, test } from 'vitest';
import type { Message } from '#contract/chat.ts';
import { send } from '#tests/fixtures/requests.ts';
import { chatApp, sendMessage } from '#tests/harness/chats.ts';
import { onBothDatabases } from '#tests/harness/databases.ts';
import { disconnectMs, drain, eventsOn } from '#tests/realtime/pages.ts';
import { storeMessage } from './chat-sending.ts';

/** Half an hour after closing on a Friday in Chicago. */
const friday = new Date('2026-12-18T23:30:00Z');

onBothDatabases('simultaneous messages', (engine) => {
  const chat = chatApp(engine, { now: () => friday });
  const { open, person, sentBy } = chat;

  async function taken(socket: Socket, message: object): Promise<Message> {
    const ack = await sendMessage(socket, message);
    if (!ack.success) throw new Error(ack.error);
    return ack.message;
  }

  test('returns the first message for a repeated clientId, also from two concurrent pages', async () => {
    const [sender, receiver] = [await person(), await person('admin')];
    const sockets = [await open(sender), await open(sender)] as const;
    const other = await open(receiver);
    const received = eventsOn(other, 'receive_message');
    const clientId = randomUUID();
    const one = { receiverId: receiver.userId, content: 'One', clientId };
    const first = await taken(sockets[0], one);
    expect(Object.keys(first).sort()).toEqual([
      'clientId',
      'content',
      'id',
      'receiverId',
      'senderId',
      'timestamp',
    ]);
    expect(await taken(sockets[1], { ...one, content: 'Other' })).toEqual(first);
    expect(await taken(sockets[1], { ...one, clientId: clientId.toUpperCase() })).toEqual(first);

    const two = { ...one, content: 'Two', clientId: randomUUID() };
    const both = Array.from({ length: 10 }, (_, index) =>
      taken(sockets[index % 2 ? 1 : 0], { ...two, receiverId: receiver.userId }),
    );
    const [firstOfBoth, ...same] = await Promise.all(both);
    for (const message of same) expect(message).toEqual(firstOfBoth);
    // With another receiver, too.
    expect(await taken(sockets[0], { ...two, receiverId: chat.t.admin.userId })).toEqual(
      firstOfBoth,
    );
    await drain();
    expect(received).toEqual([first, firstOfBoth]);
    expect(await sentBy(sender)).toHaveLength(2);
  });

  test('stores all messages before an account is closed and none after', async () => {
    const [sender, receiver] = [await person(), await person('admin')];
    const socket = await open(sender);
    const one = (index: number) =>
      sendMessage(socket, { receiverId: receiver.userId, content: `${index}` });
    const first = Array.from({ length: 30 }, (_, index) => one(index));
    const [, ...acks] = await Promise.all([
      chat.closeAccount(receiver),
      ...first,
      ...Array.from({ length: 30 }, (_, index) => one(30 + index)),
    ]);
    const taken = acks.filter((ack) => ack.success).length;
    acks.forEach((ack, index) => {
      if (index < taken) expect(ack.success).toBe(true);
      else {
        const error = 'This account is closed. Choose someone else.';
        expect(ack).toEqual({ success: false, code: 'validation_failed', error });
      }
    });
    expect(await sentBy(sender)).toHaveLength(taken);
    expect((await one(99)).success).toBe(false);
  });

  test('stores what one sender sends at once in its order, to whomever', async () => {
    const [sender, one, other] = [await person('admin'), await person(), await person()];
    const socket = await open(sender);
    const sent = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        taken(socket, { receiverId: (index % 3 ? one : other).userId, content: `${index}` }),
      ),
    );
    const inOrder = sent.toSorted((a, b) => a.id - b.id).map(({ content }) => content);
    expect(inOrder).toEqual(sent.map(({ content }) => content));
  });

  test('rejects and disconnects a user whose account was closed on another node', async () => {
    const [sender, bystander] = [await person('admin'), await person()];
    const [socket, other] = [await open(sender), await open(bystander)];
    const users = chat.t.ctx.db.updateTable('users').set({ closed_at: '2026-11-21T12:00:00.000Z' });
    await users.where('user_id', '=', sender.userId).execute();
    const cut = disconnectMs(socket);
    // At the same time: the other message is stored all the same.
    const [refused, taken] = await Promise.all([
      sendMessage(socket, { receiverId: bystander.userId, content: 'Too late' }),
      sendMessage(other, { receiverId: chat.t.admin.userId, content: 'In time' }),
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
  });

  test('sends one automatic reply to messages that arrive at the same time', async () => {
    const [driver, office] = [await person(), await person('admin')];
    const { ctx } = chat.t;
    const configure = (body: object) =>
      send(chat.t, 'PUT', '/api/automatic-reply', chat.t.admin, body);
    await configure({ is_on: 1, text: 'Gone home.' });
    onTestFinished(async () => {
      await configure({ is_on: 0 });
    });
    const draft = { senderId: driver.userId, receiverId: office.userId, content: 'Now' };
    const clientId = randomUUID();
    const actor = { userId: driver.userId, ip: '' };
    await Promise.all(
      [clientId, clientId, null, null, null].map((id) =>
        storeMessage(ctx, actor, { ...draft, clientId: id }),
      ),
    );
    await chat.writeAll(driver, office, ['One more', 'And another']);
    const thread = await send(chat.t, 'GET', `/api/messages/${office.userId}`, driver);
    const messages: Message[] = thread.json();
    expect(messages.filter(({ automatic }) => automatic)).toHaveLength(1);
  });
});
