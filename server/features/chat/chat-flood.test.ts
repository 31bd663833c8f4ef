import { expect, test, vi } from 'vitest';
import { chatApp, sendMessage } from '../../../tests/harness/chats.ts';
import { onBothWhenFull } from '../../../tests/harness/databases.ts';
import { disconnectMs, drain, eventsOn, request } from '../../../tests/realtime/pages.ts';

onBothWhenFull('events of any shape and size', (engine) => {
  const chat = chatApp(engine);
  const { open } = chat;

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
