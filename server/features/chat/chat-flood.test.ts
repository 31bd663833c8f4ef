import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { Message, SendAck } from '#contract/chat.ts';
import { anyJson, nullableText, rounds } from '#tests/fixtures/fuzz.ts';
import { chatApp, sendMessage } from '#tests/harness/chats.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { disconnectMs, drain, eventsOn, request } from '#tests/realtime/pages.ts';

onBothWhenFull('events of any shape and size', (engine) => {
  const chat = chatApp(engine);
  const { open } = chat;

  test('1 MB disconnects that page and no other', async () => {
    const [loud, calm] = [await open(chat.t.employee), await open(chat.t.admin)];
    const cut = disconnectMs(loud);
    loud.emit('send_message', { receiverId: chat.t.admin.userId, content: 'x'.repeat(1_000_000) });
    await cut;
    expect(calm.connected).toBe(true);
    const still = { receiverId: chat.t.employee.userId, content: 'Still here' };
    expect((await sendMessage(calm, still)).success).toBe(true);
  });

  test('any payload is answered, and none stored for another sender (SEC16)', async () => {
    const sender = await chat.person();
    const [socket, peer] = [await open(sender), await open(chat.t.admin)];
    const received = eventsOn(peer, 'receive_message') as Message[];
    const error = vi.spyOn(chat.t.ctx.log, 'error');
    const id = fc.oneof(fc.constantFrom(sender.userId, chat.t.admin.userId), anyJson);
    const content = fc.oneof(fc.string(), nullableText, anyJson);
    const fields = { senderId: id, receiverId: id, content, clientId: anyJson };
    const message = fc.record(fields, { requiredKeys: ['receiverId', 'content'] });
    const payload = fc.oneof(message, message, anyJson, fc.constant(Buffer.alloc(9)));
    const name = fc.constantFrom('send_message', 'typing');
    const property = fc.asyncProperty(name, payload, async (event, sent) => {
      const ack = await request<SendAck>(socket, event, sent);
      if (!ack.success) expect(ack.error).toMatch(/^\p{Lu}.+\.$/u);
    });
    await fc.assert(property, rounds(200, 10_000));
    await drain();
    expect(error).not.toHaveBeenCalled();
    expect(new Set(received.map(({ senderId }) => senderId))).toEqual(new Set([sender.userId]));
  });
});

onBothWhenFull('too many messages (SEC17)', (engine) => {
  const chat = chatApp(engine, { config: { rateLimits: true } });
  const { open, sentBy } = chat;

  test('accepts a burst of messages, delays the rest and affects no other user', async () => {
    const [loud, calm] = [await open(chat.t.employee), await open(chat.t.admin)];
    const start = performance.now();
    const clock = vi.spyOn(performance, 'now').mockReturnValue(start);
    const all = Array.from({ length: 300 }, (_, index) =>
      sendMessage(loud, { receiverId: chat.t.admin.userId, content: `${index}` }),
    );
    const other = await sendMessage(calm, { receiverId: chat.t.employee.userId, content: 'Calm' });
    expect(other.success).toBe(true);
    const acks = await Promise.all(all);
    expect(acks.filter((ack) => ack.success)).toHaveLength(100);
    const error = 'Too many messages at once. They will send in a moment.';
    const refused = { success: false, code: 'rate_limited', error, retryAfter: 1 };
    for (const ack of acks) if (!ack.success) expect(ack).toEqual(refused);
    expect(await sentBy(chat.t.employee)).toHaveLength(100);
    expect(loud.connected).toBe(true);
    clock.mockReturnValue(start + 1000 * refused.retryAfter);
    const later = { receiverId: chat.t.admin.userId, content: 'Later' };
    expect((await sendMessage(loud, later)).success).toBe(true);
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
