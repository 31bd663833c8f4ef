import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import type { Message } from '#contract/chat.ts';
import { send } from '#tests/fixtures/requests.ts';
import { chatApp, sendMessage, taken } from '#tests/harness/chats.ts';
import { onBothDatabases } from '#tests/harness/databases.ts';
import { disconnectMs, drain, eventsOn } from '#tests/realtime/pages.ts';
import { read } from '#tests/records/stored.ts';
import { storeMessage } from './chat-sending.ts';

/** Half an hour after closing on a Friday in Chicago. */
const friday = new Date('2026-12-18T23:30:00Z');

onBothDatabases('simultaneous messages', (engine) => {
  const chat = chatApp(engine, { now: () => friday });
  const { open, person, sentBy } = chat;

  test('returns the first message for a repeated clientId, also from two concurrent pages', async () => {
    const [sender, receiver] = [await person(), await person('admin')];
    const sockets = [await open(sender), await open(sender)] as const;
    const other = await open(receiver);
    const received = eventsOn(other, 'receive_message');
    const clientId = randomUUID();
    const one = { receiverId: receiver.userId, content: 'One', clientId };
    const first = await taken(sockets[0], one);
    const keys = 'clientId content id receiverId senderId timestamp';
    expect(Object.keys(first).sort().join(' ')).toBe(keys);
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
    const count = acks.filter((ack) => ack.success).length;
    const error = 'This account is closed. Choose someone else.';
    const refused = { success: false, code: 'validation_failed', error };
    expect(acks.slice(count)).toEqual(Array(60 - count).fill(refused));
    expect(await sentBy(sender)).toHaveLength(count);
    expect((await one(99)).success).toBe(false);
  });

  test('stores and delivers what one sender sends at once in its order, to whomever', async () => {
    const [sender, one, other] = [await person('admin'), await person(), await person()];
    const socket = await open(sender);
    const received = eventsOn(await open(one), 'receive_message');
    const sent = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        taken(socket, { receiverId: (index % 3 ? one : other).userId, content: `${index}` }),
      ),
    );
    const inOrder = sent.toSorted((a, b) => a.id - b.id).map(({ content }) => content);
    expect(inOrder).toEqual(sent.map(({ content }) => content));
    await drain();
    expect(received).toEqual(sent.filter(({ receiverId }) => receiverId === one.userId));
  });

  test('rejects and disconnects a user whose account was closed on another node', async () => {
    const [sender, bystander] = [await person('admin'), await person()];
    const [socket, other] = [await open(sender), await open(bystander)];
    const users = chat.t.ctx.db.updateTable('users').set({ closed_at: '2026-11-21T12:00:00.000Z' });
    await users.where('user_id', '=', sender.userId).execute();
    const cut = disconnectMs(socket);
    // At the same time: the other message is stored all the same.
    const [refused, stored] = await Promise.all([
      sendMessage(socket, { receiverId: bystander.userId, content: 'Too late' }),
      sendMessage(other, { receiverId: chat.t.admin.userId, content: 'In time' }),
    ]);
    expect(refused).toEqual({
      success: false,
      code: 'token_invalid',
      error: 'Invalid token. Please log in again.',
    });
    expect(stored.success).toBe(true);
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
    const messages: Message[] = await read(chat.t, `/api/messages/${office.userId}`, driver);
    expect(messages.filter(({ automatic }) => automatic)).toHaveLength(1);
  });
});
