import { expect, test } from 'vitest';
import type { Conversation, Message } from '#contract/chat.ts';
import { send } from '#tests/fixtures/requests.ts';
import type { TestPerson } from '#tests/harness/app.ts';
import { chatApp } from '#tests/harness/chats.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { employeeOf } from '#tests/harness/employees.ts';
import { pdfOf } from '#tests/harness/multipart.ts';
import { drain, eventsOn } from '#tests/realtime/pages.ts';
import { read as readJson } from '#tests/records/stored.ts';

onBothWhenFull('reading messages', (engine) => {
  let now = Date.parse('2026-11-21T12:00:00Z');
  const chat = chatApp(engine, { now: () => new Date(now) });
  const { closeAccount, open, person, sendFile, write } = chat;

  const get = (path: string, user: TestPerson) => send(chat.t, 'GET', path, user);
  const read = (path: string, user: TestPerson) => readJson(chat.t, path, user);
  const history = (user: TestPerson, other: TestPerson, query = ''): Promise<Message[]> =>
    read(`/api/messages/${other.userId}${query}`, user);
  const contents = (messages: readonly Message[]) => messages.map((message) => message.content);
  const mark = (user: TestPerson, payload: object) =>
    send(chat.t, 'POST', '/api/messages/mark-read', user, payload);
  async function startConversation(count: number) {
    const [driver, office] = [await person(), await person('admin')];
    for (let index = 0; index < count; index += 1) {
      const [from, to] = index % 2 ? [office, driver] : [driver, office];
      await write(from, to, `${index}`);
    }
    return { driver, office };
  }

  test('returns all messages without a limit, oldest first, each with its exact shape (G6, M5)', async () => {
    const { driver, office } = await startConversation(3);
    const all = await history(driver, office);
    expect(contents(all)).toEqual(['0', '1', '2']);
    expect(all[0]).toEqual({
      id: expect.any(Number),
      senderId: driver.userId,
      receiverId: office.userId,
      content: '0',
      timestamp: new Date(now).toISOString(),
    });
    expect(await history(office, driver)).toEqual(all);
    expect(await history(chat.t.admin, driver)).toEqual([]);
    expect(await history(chat.t.admin, chat.t.admin)).toEqual([]);
  });

  test('returns the messages after an id, oldest first', async () => {
    const { driver, office } = await startConversation(6);
    const ids = (await history(driver, office)).map((message) => message.id);
    const since = async (query: string) => contents(await history(driver, office, `?${query}`));
    expect(await since(`after=${ids[3]}`)).toEqual(['4', '5']);
    expect(await since(`after=${ids[0]}&limit=2`)).toEqual(['1', '2']);
    expect(await since(`after=${ids[5]}&limit=500`)).toEqual([]);
    expect(await since('after=&limit=1')).toEqual(['5']);
    const stranger = await person('admin');
    expect(await history(stranger, driver, `?after=${ids[0]}`)).toEqual([]);
    expect((await get(`/api/messages/${office.userId}?after=x`, driver)).statusCode).toBe(400);
  });

  test('returns 404 for an unknown user and keeps the messages of a closed account', async () => {
    const { driver, office } = await startConversation(2);
    const all = await history(office, driver);
    await closeAccount(driver);
    expect(await history(office, driver)).toEqual(all);
    expect(await read('/api/messages/unread-total', office)).toEqual({ total_unread: 1 });
    expect((await mark(office, { senderId: driver.userId })).json()).toEqual({
      message: 'Marked as read.',
    });
    const error = "Not found. It may have been deleted, or you don't have access.";
    for (const response of [
      await get('/api/messages/2000000000', office),
      await get('/api/messages/2000000000?limit=1', office),
      await mark(office, { senderId: 2_000_000_000 }),
      // An employee must not learn which employees exist.
      await get(`/api/messages/${(await person()).userId}`, await person()),
    ]) {
      expect([response.statusCode, response.json()]).toEqual([404, { code: 'not_found', error }]);
    }
  });

  test('counts unread messages by sender, and in total (M5, N4)', async () => {
    const [reader, one, other] = [await person(), await person('admin'), await person('admin')];
    expect(await read('/api/messages/unread', reader)).toEqual([]);
    expect(await read('/api/messages/unread-total', reader)).toEqual({ total_unread: 0 });
    for (const from of [one, other, one, one]) await write(from, reader);
    await write(reader, one);
    expect(await read('/api/messages/unread', reader)).toEqual([
      { senderId: one.userId, unreadCount: 3 },
      { senderId: other.userId, unreadCount: 1 },
    ]);
    expect(await read('/api/messages/unread-total', reader)).toEqual({ total_unread: 4 });
    expect(await read('/api/messages/unread', one)).toEqual([
      { senderId: reader.userId, unreadCount: 1 },
    ]);
    // Another user's reading changes nothing.
    await mark(other, { senderId: one.userId });
    await mark(one, { senderId: reader.userId });
    expect(await read('/api/messages/unread-total', reader)).toEqual({ total_unread: 4 });
    await mark(reader, { senderId: one.userId });
    expect(await read('/api/messages/unread', reader)).toEqual([
      { senderId: other.userId, unreadCount: 1 },
    ]);
    await mark(reader, { sender_id: String(other.userId) });
    expect(await read('/api/messages/unread-total', reader)).toEqual({ total_unread: 0 });
  });

  test('publishes what was read to all devices of both people, once', async () => {
    const [reader, sender] = [await person(), await person('admin')];
    for (const _ of [1, 2, 3]) await write(sender, reader);
    await write(reader, sender, 'not yet read');
    const ids = (await history(reader, sender)).map((message) => message.id);
    const people = [reader, reader, sender, chat.t.admin];
    const pages = await Promise.all(people.map((person) => open(person)));
    const collected = pages.map((socket) => eventsOn(socket, 'messages_read'));
    now += 60_000;
    const [firstAt, first] = [new Date(now).toISOString(), { readerId: reader.userId }];
    const done = await mark(reader, { senderId: sender.userId, upTo: ids[1] });
    expect(done.json()).toEqual({ message: 'Marked as read.' });
    expect(await read('/api/messages/unread-total', reader)).toEqual({ total_unread: 1 });
    now += 60_000;
    const both = [1, 2].map(() => mark(reader, { senderId: sender.userId }));
    expect((await Promise.all(both)).map((response) => response.statusCode)).toEqual([200, 200]);
    const secondAt = new Date(now).toISOString();
    // Nothing unread: no event.
    await mark(reader, { senderId: sender.userId });
    await mark(reader, { senderId: sender.userId, upTo: ids[0] });
    await drain();
    const published = [
      { ...first, senderId: sender.userId, upTo: ids[1], readAt: firstAt },
      { ...first, senderId: sender.userId, upTo: ids[2], readAt: secondAt },
    ];
    expect(collected).toEqual([published, published, published, []]);
    const seen = await history(sender, reader);
    expect(seen.map((message) => message.readAt)).toEqual([firstAt, firstAt, secondAt, undefined]);
  });

  test('keeps the order when the clock jumps back (FLT17)', async () => {
    const { driver, office } = await startConversation(2);
    now -= 3 * 3600 * 1000;
    await write(driver, office, '2');
    now += 3600 * 1000;
    await write(office, driver, '3');
    expect(contents(await history(office, driver))).toEqual(['0', '1', '2', '3']);
    expect(contents(await history(office, driver, '?limit=2'))).toEqual(['2', '3']);
    now += 2 * 3600 * 1000;
  });

  const listOf = async (by: TestPerson) => (await chat.conversations(by)).rows;
  const withOf = async (by: TestPerson, other: TestPerson): Promise<Conversation | undefined> =>
    (await listOf(by)).find(({ userId }) => userId === other.userId);

  test('conversations have the last message, the unread count, names and role', async () => {
    const [driver, admin] = [await person(), await person('admin')];
    expect(await listOf(driver)).toEqual([]);
    await employeeOf(chat.t, driver.userId, { first_name: 'Rosa', last_name: 'Núñez' });
    await write(driver, admin, 'one');
    await write(driver, admin, 'two');
    const last = await write(driver, admin, 'three');
    const partner = { isOpen: true, lastMessage: last, answeredBy: null };
    expect(await listOf(admin)).toContainEqual({
      ...{ userId: driver.userId, firstName: 'Rosa', lastName: 'Núñez' },
      ...{ userName: driver.username, role: 'employee', unreadCount: 3, ...partner },
    });
    expect(await listOf(driver)).toEqual([
      {
        ...{ userId: admin.userId, firstName: '', lastName: '', userName: admin.username },
        ...{ role: 'admin', unreadCount: 0, ...partner },
      },
    ]);
    const marked = { senderId: driver.userId, upTo: last.id - 1 };
    expect((await mark(admin, marked)).statusCode).toBe(200);
    expect(await withOf(admin, driver)).toMatchObject({ unreadCount: 1, lastMessage: last });
  });

  test('conversations are sorted by the newest message', async () => {
    const admin = await person('admin');
    const others = await Promise.all([person(), person(), person('admin'), person(), person()]);
    const [a, b, c, d, e] = others as [TestPerson, TestPerson, TestPerson, TestPerson, TestPerson];
    for (const other of others) await write(other, admin, 'first');
    await write(admin, b, 'second');
    await write(c, admin, 'third');
    const order = [c, b, e, d, a].map(({ userId }) => userId);
    // Admins also see the employees whom other admins have answered.
    const listed = (await listOf(admin)).map(({ userId }) => userId);
    expect(listed.filter((id) => order.includes(id))).toEqual(order);
  });

  test('conversations keep closed accounts and show a file', async () => {
    const [driver, admin] = [await person(), await person('admin')];
    const file = { bytes: pdfOf('x'), name: 'Receipt.pdf' };
    const { sent } = (await sendFile(driver, admin.userId, file)).json();
    await chat.closeAccount(driver);
    const row = await withOf(admin, driver);
    expect(row).toMatchObject({ isOpen: false, unreadCount: 1, lastMessage: sent });
    expect(row?.lastMessage?.attachment?.name).toBe('Receipt.pdf');
  });

  test('conversations show only admins who answered an employee last, even without own messages', async () => {
    const driver = await person();
    const [asked, helper] = [await person('admin'), await person('admin')];
    const other = await person('admin');
    await write(driver, asked, 'Where do I drop the Tahoe?');
    expect(await withOf(other, driver)).toBeUndefined();
    expect((await withOf(asked, driver))?.answeredBy).toBeNull();
    const answer = await write(helper, driver, 'Lot C');
    const by = { userId: helper.userId, firstName: '', lastName: '', userName: helper.username };
    const answeredBy = { ...by, timestamp: answer.timestamp };
    for (const admin of [asked, helper, other]) {
      expect((await withOf(admin, driver))?.answeredBy).toEqual(answeredBy);
    }
    expect(await withOf(other, driver)).toMatchObject({ lastMessage: null, unreadCount: 0 });
    expect((await withOf(asked, driver))?.lastMessage?.content).toBe('Where do I drop the Tahoe?');
    expect((await listOf(driver)).map((row) => row.answeredBy)).toEqual([null, null]);

    // Sorted by the time of the answer, and once over all pages.
    const newer = await person();
    await write(newer, other, 'Hello');
    const ids = (await listOf(other)).map(({ userId }) => userId);
    expect(ids.indexOf(newer.userId)).toBeLessThan(ids.indexOf(driver.userId));
    const own = await write(other, driver, 'Or Lot D');
    expect(await withOf(other, driver)).toMatchObject({
      lastMessage: own,
      answeredBy: { userId: other.userId },
    });
  });
});
