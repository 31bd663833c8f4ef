import fc from 'fast-check';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Message, SendAnswer } from '#contract/chat.ts';
import { anyJson, nullableText, rounds } from '../../../tests/fixtures/fuzz.ts';
import { startApp, type TestApp, type TestPerson } from '../../../tests/harness/app.ts';
import { onBothDatabases } from '../../../tests/harness/databases.ts';
import {
  allHeard,
  closePages,
  cutAfter,
  heardBy,
  listen,
  openPage,
  said,
} from '../../../tests/realtime/pages.ts';

const send = (socket: Socket, message: unknown): Promise<SendAnswer> =>
  said(socket, 'send_message', message);

onBothDatabases('events of any kind and size', (engine) => {
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

  test('1 MB cuts that connection and no other', async () => {
    const [loud, calm] = [await openPage(url, t.employee), await openPage(url, t.admin)];
    const cut = cutAfter(loud);
    loud.emit('send_message', { receiverId: t.admin.userId, content: 'x'.repeat(1_000_000) });
    await cut;
    expect(calm.connected).toBe(true);
    const answer = await send(calm, { receiverId: t.employee.userId, content: 'Still here' });
    expect(answer.success).toBe(true);
  });

  test('events of any shape do no harm, and none is stored in another name (SEC16)', async () => {
    const sender = await someone();
    const socket = await openPage(url, sender);
    const calm = await openPage(url, t.admin);
    const heard = heardBy(calm, 'receive_message') as Message[];
    const before = await messages()
      .select((eb) => eb.fn.countAll().as('count'))
      .executeTakeFirst();
    const error = vi.spyOn(t.ctx.log, 'error');
    const ids = fc.oneof(
      fc.constantFrom(sender.userId, t.admin.userId, t.employee.userId, 0, -1, 1.5, 2 ** 40),
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
        const answer = await said<SendAnswer>(socket, name, ...sent);
        if (!answer.success) expect(answer.error).toMatch(/^\p{Lu}.+\.$/u);
      }
    });
    await fc.assert(property, rounds(300));
    // Behind all that was sent without asking for an answer.
    const last = await send(socket, { receiverId: t.admin.userId, content: 'Last' });
    expect(last.success).toBe(true);
    await allHeard();
    expect([socket.connected, calm.connected]).toEqual([true, true]);
    expect(error).not.toHaveBeenCalled();
    const own = await sentBy(sender);
    const after = await messages()
      .select((eb) => eb.fn.countAll().as('count'))
      .executeTakeFirst();
    expect(Number(after?.count) - Number(before?.count)).toBe(own.length);
    for (const row of heard) expect(row.senderId).toBe(sender.userId);
    expect((await t.app.inject('/healthz')).statusCode).toBe(200);
  }, 300_000);
});

onBothDatabases('too many messages (SEC17)', (engine) => {
  test('of 1,000 at once a burst goes through, the rest is told when to come again, and nobody else notices', async () => {
    const t = await startApp(engine, { config: { rateLimits: true } });
    try {
      const url = await listen(t);
      const [loud, calm] = [await openPage(url, t.employee), await openPage(url, t.admin)];
      const start = performance.now();
      const all = Array.from({ length: 1000 }, (_, index) =>
        send(loud, { receiverId: t.admin.userId, content: `${index}` }),
      );
      const other = await send(calm, { receiverId: t.employee.userId, content: 'Calm' });
      expect(other.success).toBe(true);
      const answers = await Promise.all(all);
      const seconds = (performance.now() - start) / 1000;
      const taken = answers.filter((answer) => answer.success);
      expect(taken.length).toBeGreaterThanOrEqual(100);
      expect(taken.length).toBeLessThanOrEqual(100 + 5 * seconds);
      for (const answer of answers) {
        if (answer.success) continue;
        expect(answer).toEqual({
          success: false,
          code: 'rate_limited',
          error: 'Too many messages at once. They go out by themselves, a little later.',
          retryAfter: 1,
        });
      }
      const rows = t.ctx.db.selectFrom('messages').where('sender_id', '=', t.employee.userId);
      expect(await rows.select('id').execute()).toHaveLength(taken.length);
      expect(loud.connected).toBe(true);
      // After the time it was told, it goes on.
      await vi.waitFor(
        async () => {
          const later = { receiverId: t.admin.userId, content: 'Later' };
          expect((await send(loud, later)).success).toBe(true);
        },
        { timeout: 3000, interval: 300 },
      );
      // What is typed is not told without end either, and quietly.
      const heard = heardBy(calm, 'typing');
      const typed = Array.from({ length: 100 }, () =>
        said(loud, 'typing', { receiverId: t.admin.userId }),
      );
      for (const answer of await Promise.all(typed)) expect(answer).toEqual({ success: true });
      await allHeard();
      expect(heard.length).toBeGreaterThan(0);
      expect(heard.length).toBeLessThan(50);
    } finally {
      closePages();
      await t.close();
    }
  });
});
