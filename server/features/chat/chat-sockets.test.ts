import { randomUUID } from 'node:crypto';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Message, SendAnswer } from '#contract/chat.ts';
import { startApp, type TestApp, type TestPerson } from '../../../tests/harness/app.ts';
import { onBothDatabases } from '../../../tests/harness/databases.ts';
import {
  allHeard,
  closePages,
  heardBy,
  listen,
  openPage,
  said,
} from '../../../tests/realtime/pages.ts';

onBothDatabases('messages over the socket', (engine) => {
  let t: TestApp;
  let url: string;
  /** Whose messages are all refused. */
  let silent: TestPerson;
  let n = 0;
  const someone = (role: 'admin' | 'employee' = 'employee') => t.person(`person ${n++}`, role);

  beforeAll(async () => {
    t = await startApp(engine);
    url = await listen(t);
    silent = await someone();
  });
  afterEach(() => {
    closePages();
    vi.restoreAllMocks();
  });
  afterAll(() => t.close());

  const send = (socket: Socket, message: unknown): Promise<SendAnswer> =>
    said(socket, 'send_message', message);
  const stored = (userId: number) =>
    t.ctx.db
      .selectFrom('messages')
      .selectAll()
      .where((eb) => eb.or([eb('sender_id', '=', userId), eb('receiver_id', '=', userId)]))
      .orderBy('id')
      .execute();
  async function taken(socket: Socket, message: object): Promise<Message> {
    const answer = await send(socket, message);
    if (!answer.success) throw new Error(answer.error);
    return answer.message;
  }
  const audited = async (by: TestPerson) => {
    const audit = t.ctx.db.selectFrom('audit').select('action');
    const rows = await audit.where('user_id', '=', by.userId).orderBy('id').execute();
    return rows.map((row) => row.action).filter((action) => action.startsWith('message.'));
  };

  test('stores a plain message and acknowledges it with its exact shape (M4, M6)', async () => {
    const sender = await someone();
    const socket = await openPage(url, sender);
    const before = Date.now();
    const answer = await send(socket, {
      senderId: sender.userId,
      receiverId: t.admin.userId,
      content: '  Load 12 is on the deck.\r\nTwo ramps to go. ',
      timestamp: '1999-01-01T00:00:00.000Z',
    });
    const [row] = await stored(sender.userId);
    expect(answer).toEqual({
      success: true,
      message: {
        id: row?.id,
        senderId: sender.userId,
        receiverId: t.admin.userId,
        content: 'Load 12 is on the deck.\nTwo ramps to go.',
        timestamp: row?.sent_at,
      },
    });
    expect(Date.parse(row?.sent_at ?? '')).toBeGreaterThanOrEqual(before);
  });

  test('it comes to every page of the receiver and the other pages of the sender, once', async () => {
    const [sender, receiver] = [await someone(), await someone('admin')];
    const own = await openPage(url, sender);
    const published = [
      await openPage(url, sender),
      await openPage(url, receiver),
      await openPage(url, receiver),
    ].map((socket) => heardBy(socket, 'receive_message'));
    const untold = [own, await openPage(url, t.admin), await openPage(url, t.employee)].map(
      (socket) => heardBy(socket, 'receive_message'),
    );
    const message = await taken(own, { receiverId: receiver.userId, content: 'Hello' });
    await allHeard();
    expect(published).toEqual([[message], [message], [message]]);
    expect(untold).toEqual([[], [], []]);
  });

  test('an answer of the office is told to the office', async () => {
    const driver = await someone();
    const [office, page] = [await openPage(url, t.admin), await openPage(url, driver)];
    const heard = heardBy(office, 'answered');
    const unheard = heardBy(page, 'answered');
    const { timestamp } = await taken(office, { receiverId: driver.userId, content: 'Go ahead' });
    await taken(page, { receiverId: t.admin.userId, content: 'Thanks' });
    await allHeard();
    const by = { userId: t.admin.userId, firstName: '', lastName: '', userName: 'anna', timestamp };
    expect(heard).toEqual([{ userId: driver.userId, by }]);
    expect(unheard).toEqual([]);
  });

  test('200 messages of one connection keep their order, and each is there when its answer comes', async () => {
    const [sender, receiver] = [await someone(), await someone('admin')];
    const [socket, other] = [await openPage(url, sender), await openPage(url, receiver)];
    const heard = heardBy(other, 'receive_message') as Message[];
    const { db } = t.ctx;
    const answered: number[] = [];
    const sent = Array.from({ length: 200 }, async (_, index) => {
      const message = await taken(socket, { receiverId: receiver.userId, content: `${index}` });
      answered.push(index);
      const row = db.selectFrom('messages').select('content').where('id', '=', message.id);
      expect((await row.executeTakeFirst())?.content).toBe(`${index}`);
    });
    await Promise.all(sent);
    await allHeard();
    const order = Array.from({ length: 200 }, (_, index) => index);
    expect(answered).toEqual(order);
    expect((await stored(sender.userId)).map((row) => Number(row.content))).toEqual(order);
    expect(heard.map((message) => Number(message.content))).toEqual(order);
  });

  test('the same clientId again is answered with the message stored the first time, also from two pages at once', async () => {
    const [sender, receiver] = [await someone(), await someone('admin')];
    const sockets = [await openPage(url, sender), await openPage(url, sender)] as const;
    const other = await openPage(url, receiver);
    const heard = heardBy(other, 'receive_message');
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
    const [kept, ...same] = await Promise.all(both);
    for (const message of same) expect(message).toEqual(kept);
    // To somebody else it is still the one that was stored.
    expect(await taken(sockets[0], { ...two, receiverId: t.admin.userId })).toEqual(kept);
    await allHeard();
    expect(heard).toEqual([first, kept]);
    expect(await stored(sender.userId)).toHaveLength(2);
  });

  test('the clientId is the sender\u2019s own: another may use the same', async () => {
    const [one, other] = [await someone(), await someone()];
    const clientId = randomUUID();
    const message = { receiverId: t.admin.userId, content: 'Mine', clientId };
    const first = await taken(await openPage(url, one), message);
    const second = await taken(await openPage(url, other), message);
    expect(second.id).not.toBe(first.id);
    expect(second.senderId).toBe(other.userId);
  });

  test('who may write to whom', async () => {
    const [driver, colleague, boss] = [await someone(), await someone(), await someone('admin')];
    const socket = await openPage(url, driver);
    const refused = async (receiverId: number, error: string, code = 'forbidden') =>
      expect(await send(socket, { receiverId, content: 'Hi' })).toEqual({
        success: false,
        code,
        error,
      });
    await refused(colleague.userId, 'You can write to the office only.');
    await refused(driver.userId, 'Choose somebody else to write to.', 'validation_failed');
    // As of any colleague: who exists is not for everybody to know.
    await refused(2_000_000_000, 'You can write to the office only.');
    const clientId = randomUUID();
    const before = { receiverId: boss.userId, content: 'Before', clientId };
    const first = await taken(socket, before);
    const closing = await t.app.inject({
      method: 'DELETE',
      url: `/api/users/${boss.userId}`,
      headers: t.admin.headers,
    });
    expect(closing.statusCode).toBe(200);
    await refused(
      boss.userId,
      'This account is closed. Choose somebody else.',
      'validation_failed',
    );
    // What was stored before the account was closed is still answered as stored.
    expect(await taken(socket, before)).toEqual(first);
    expect(await stored(colleague.userId)).toEqual([]);
    const office = await openPage(url, t.admin);
    await taken(office, { receiverId: driver.userId, content: 'Hello' });
    const toNobody = { receiverId: 2_000_000_000, content: 'Hi', clientId: '' };
    expect(await send(office, toNobody)).toEqual({
      success: false,
      code: 'not_found',
      error: 'This account is closed. Choose somebody else.',
    });
  });

  test.each([
    ['another', (by: TestPerson) => by.userId + 1],
    ['an admin', () => t.admin.userId],
    ['digits', () => String(t.admin.userId)],
    ['garbage', () => 'me'],
    ['an object', () => ({ id: 1 })],
  ])('a message in the name of %s is an error and a line in the audit', async (_label, name) => {
    const sender = await someone();
    const socket = await openPage(url, sender);
    const message = { senderId: name(sender), receiverId: t.admin.userId, content: 'Not mine' };
    const error = 'A message can be sent in your own name only.';
    expect(await send(socket, message)).toEqual({ success: false, code: 'forbidden', error });
    expect(await audited(sender)).toEqual(['message.foreign']);
    const snake = { sender_id: t.admin.userId, receiver_id: t.admin.userId, content: 'Not mine' };
    expect(await send(socket, snake)).toEqual({ success: false, code: 'forbidden', error });
    expect(await stored(sender.userId)).toEqual([]);
    const own = { sender_id: String(sender.userId), receiver_id: t.admin.userId, content: 'Mine' };
    expect((await send(socket, own)).success).toBe(true);
  });

  const long = 'x'.repeat(4000);
  test.each<[string, unknown, string]>([
    ['nothing', undefined, 'This is not a message.'],
    ['null', null, 'This is not a message.'],
    ['a list', [{ receiverId: 1, content: 'x' }], 'This is not a message.'],
    ['text', 'hello', 'This is not a message.'],
    ['no receiver', { content: 'x' }, 'This account is closed. Choose somebody else.'],
    ['no text', { receiverId: 1 }, 'Type a message first.'],
    ['blank text', { receiverId: 1, content: ' \n\t\u00a0' }, 'Type a message first.'],
    ['text too long', { receiverId: 1, content: `${long}x` }, 'Use at most 4,000 characters.'],
    ['text that is none', { receiverId: 1, content: { length: 3 } }, 'Type a message first.'],
    [
      'what no database keeps',
      { receiverId: 1, content: 'a\u0000b' },
      "This text contains characters we can't store. Type it again.",
    ],
    [
      'half a character',
      { receiverId: 1, content: 'a\ud800b' },
      "This text contains characters we can't store. Type it again.",
    ],
    [
      'a clientId that is none',
      { receiverId: 1, content: 'x', clientId: '1' },
      'The clientId must be a UUID.',
    ],
    ['bytes', Buffer.from('{"receiverId":1}'), 'This account is closed. Choose somebody else.'],
  ])('%s is refused in words', async (_label, message, error) => {
    const socket = await openPage(url, silent);
    expect(await send(socket, message)).toEqual({
      success: false,
      code: 'validation_failed',
      error,
    });
    expect(await stored(silent.userId)).toEqual([]);
  });

  test('as long as may be, between spaces, in any script, with the line breaks of any system', async () => {
    const sender = await someone();
    const socket = await openPage(url, sender);
    const text = '👩‍🚒 שלום e\u0301 <script>alert(1)</script> %s {{7*7}}';
    for (const content of [` ${long}\t`, text, '漢'.repeat(4000)]) {
      const message = await taken(socket, { receiverId: t.admin.userId, content });
      expect(message.content).toBe(content.trim());
    }
    // Without an acknowledgement it is stored all the same.
    socket.emit('send_message', { receiverId: t.admin.userId, content: 'No answer asked for' });
    await taken(socket, { receiverId: t.admin.userId, content: 'Last', clientId: null });
    const rows = await stored(sender.userId);
    expect(rows.map((row) => row.content).slice(-2)).toEqual(['No answer asked for', 'Last']);
  });
});
