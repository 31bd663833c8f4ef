import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { Message, SendAck } from '#contract/chat.ts';
import { anyJson, nullableText, rounds } from '../../../tests/fixtures/fuzz.ts';
import { chatApp, sendMessage } from '../../../tests/harness/chats.ts';
import { onBothWhenFull } from '../../../tests/harness/databases.ts';
import { disconnectMs, drain, eventsOn, request } from '../../../tests/realtime/pages.ts';

onBothWhenFull('events of any shape and size', (engine) => {
  const chat = chatApp(engine);
  const { open, person, sentBy } = chat;
  const countMessages = async () =>
    (await chat.t.ctx.db.selectFrom('messages').select('id').execute()).length;

  test('1 MB disconnects that page and no other', async () => {
    const [loud, calm] = [await open(chat.t.employee), await open(chat.t.admin)];
    const cut = disconnectMs(loud);
    loud.emit('send_message', { receiverId: chat.t.admin.userId, content: 'x'.repeat(1_000_000) });
    await cut;
    expect(calm.connected).toBe(true);
    const ack = await sendMessage(calm, {
      receiverId: chat.t.employee.userId,
      content: 'Still here',
    });
    expect(ack.success).toBe(true);
  });

  test('events of any shape do no harm, and no message is stored for another sender (SEC16)', async () => {
    const sender = await person();
    const socket = await open(sender);
    const calm = await open(chat.t.admin);
    const collected = eventsOn(calm, 'receive_message') as Message[];
    const before = await countMessages();
    const error = vi.spyOn(chat.t.ctx.log, 'error');
    const ids = fc.oneof(
      fc.constantFrom(
        sender.userId,
        chat.t.admin.userId,
        chat.t.employee.userId,
        0,
        -1,
        1.5,
        2 ** 40,
      ),
      anyJson,
    );
    const message = fc.record(
      {
        senderId: ids,
        sender_id: ids,
        receiverId: ids,
        receiver_id: ids,
        content: fc.oneof(nullableText, anyJson),
        clientId: fc.oneof(fc.uuid(), anyJson),
        timestamp: anyJson,
        constructor: anyJson,
      },
      { requiredKeys: [] },
    );
    const event = fc.tuple(
      fc.constantFrom('send_message', 'typing', 'join', 'disconnecting', 'receive_message'),
      fc.array(fc.oneof(message, anyJson, fc.constant(Buffer.alloc(9))), { maxLength: 3 }),
      fc.boolean(),
    );
    const property = fc.asyncProperty(event, async ([name, sent, isAnswered]) => {
      const known = name === 'send_message' || name === 'typing';
      if (!known || !isAnswered) socket.emit(name === 'disconnecting' ? 'leave' : name, ...sent);
      else {
        const ack = await request<SendAck>(socket, name, ...sent);
        if (!ack.success) expect(ack.error).toMatch(/^\p{Lu}.+\.$/u);
      }
    });
    await fc.assert(property, rounds(60, 10_000));
    // Acknowledged after all events without an acknowledgement.
    const last = await sendMessage(socket, { receiverId: chat.t.admin.userId, content: 'Last' });
    expect(last.success).toBe(true);
    await drain();
    expect([socket.connected, calm.connected]).toEqual([true, true]);
    expect(error).not.toHaveBeenCalled();
    const own = await sentBy(sender);
    expect((await countMessages()) - before).toBe(own.length);
    for (const row of collected) expect(row.senderId).toBe(sender.userId);
    expect((await chat.t.app.inject('/healthz')).statusCode).toBe(200);
  }, 300_000);
});

onBothWhenFull('too many messages (SEC17)', (engine) => {
  const chat = chatApp(engine, { config: { rateLimits: true } });
  const { open, sentBy } = chat;

  test('accepts a burst of messages, delays the rest and affects no other user', async () => {
    const [loud, calm] = [await open(chat.t.employee), await open(chat.t.admin)];
    const start = performance.now();
    const all = Array.from({ length: 300 }, (_, index) =>
      sendMessage(loud, { receiverId: chat.t.admin.userId, content: `${index}` }),
    );
    const other = await sendMessage(calm, { receiverId: chat.t.employee.userId, content: 'Calm' });
    expect(other.success).toBe(true);
    const acks = await Promise.all(all);
    const seconds = (performance.now() - start) / 1000;
    const taken = acks.filter((ack) => ack.success);
    expect(taken.length).toBeGreaterThanOrEqual(100);
    expect(taken.length).toBeLessThanOrEqual(100 + 5 * seconds);
    for (const ack of acks) {
      if (ack.success) continue;
      expect(ack).toEqual({
        success: false,
        code: 'rate_limited',
        error: 'Too many messages at once. They will send in a moment.',
        retryAfter: 1,
      });
    }
    expect(await sentBy(chat.t.employee)).toHaveLength(taken.length);
    expect(loud.connected).toBe(true);
    // Sending works again after retryAfter.
    await vi.waitFor(
      async () => {
        const later = { receiverId: chat.t.admin.userId, content: 'Later' };
        expect((await sendMessage(loud, later)).success).toBe(true);
      },
      { timeout: 3000, interval: 300 },
    );
    // Typing events are limited, too, without an error.
    const collected = eventsOn(calm, 'typing');
    const typed = Array.from({ length: 100 }, () =>
      request(loud, 'typing', { receiverId: chat.t.admin.userId }),
    );
    for (const answer of await Promise.all(typed)) expect(answer).toEqual({ success: true });
    await drain();
    expect(collected.length).toBeGreaterThan(0);
    expect(collected.length).toBeLessThan(50);
  });
});
