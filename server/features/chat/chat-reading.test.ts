import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Message } from '#contract/chat.ts';
import { startApp, type TestApp, type TestPerson } from '../../../tests/harness/app.ts';
import { onBothDatabases } from '../../../tests/harness/databases.ts';
import { writeFrom } from '../../../tests/harness/messages.ts';
import { allHeard, closePages, heardBy, listen, openPage } from '../../../tests/realtime/pages.ts';

onBothDatabases('messages that are read', (engine) => {
  let t: TestApp;
  let url: string;
  let n = 0;
  let now = Date.parse('2026-11-21T12:00:00Z');
  const someone = (role: 'admin' | 'employee' = 'employee') => t.person(`person ${n++}`, role);

  beforeAll(async () => {
    t = await startApp(engine, { now: () => new Date(now) });
    url = await listen(t);
  });
  afterEach(() => closePages());
  afterAll(() => t.close());

  const get = (path: string, who: TestPerson) => t.app.inject({ url: path, headers: who.headers });
  async function read<T>(path: string, who: TestPerson): Promise<T> {
    const answer = await get(path, who);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  }
  const history = (who: TestPerson, other: TestPerson, query = '') =>
    read<Message[]>(`/api/messages/${other.userId}${query}`, who);
  const contents = (messages: readonly Message[]) => messages.map((message) => message.content);
  const mark = (who: TestPerson, payload: object) =>
    t.app.inject({ method: 'POST', url: '/api/messages/mark-read', payload, headers: who.headers });
  async function talk(count: number): Promise<{ driver: TestPerson; office: TestPerson }> {
    const [driver, office] = [await someone(), await someone('admin')];
    for (let index = 0; index < count; index += 1) {
      const [from, to] = index % 2 ? [office, driver] : [driver, office];
      await writeFrom(t, from, to, `${index}`);
    }
    return { driver, office };
  }

  test('returns all messages without a limit, oldest first, each with its exact shape (G6, M5)', async () => {
    const { driver, office } = await talk(3);
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
    expect(await history(t.admin, driver)).toEqual([]);
    expect(await history(t.admin, t.admin)).toEqual([]);
  });

  test('a long one comes whole, too', async () => {
    const [driver, office] = [await someone(), await someone('admin')];
    const { low, high } = {
      low: Math.min(driver.userId, office.userId),
      high: Math.max(driver.userId, office.userId),
    };
    await writeFrom(t, driver, office, '0');
    const rows = Array.from({ length: 1500 }, (_, index) => ({
      low_id: low,
      high_id: high,
      sender_id: office.userId,
      receiver_id: driver.userId,
      content: `${index + 1}`,
      sent_at: new Date(now).toISOString(),
      client_id: null,
      read_at: null,
      object_key: null,
      width: null,
      height: null,
    }));
    for (let from = 0; from < rows.length; from += 500) {
      await t.ctx.db
        .insertInto('messages')
        .values(rows.slice(from, from + 500))
        .execute();
    }
    const all = Array.from({ length: 1501 }, (_, index) => `${index}`);
    const whole = await history(driver, office);
    expect(contents(whole)).toEqual(all);
    const since = await history(driver, office, `?after=${whole[10]?.id}`);
    expect(contents(since)).toEqual(all.slice(11));
    expect(await read('/api/messages/unread-total', driver)).toEqual({ total_unread: 1500 });
  });

  test('with limit the newest, and from page to page back to the first, while others come', async () => {
    const { driver, office } = await talk(7);
    const pages: string[][] = [];
    let before = '';
    for (let more = true; more; ) {
      const answer = await get(`/api/messages/${office.userId}?limit=3${before}`, driver);
      pages.push(contents(answer.json()));
      const next = answer.headers['x-next-before'];
      before = `&before=${next}`;
      more = next !== undefined;
      await writeFrom(t, office, driver, 'meanwhile');
    }
    expect(pages).toEqual([['4', '5', '6'], ['1', '2', '3'], ['0']]);
  });

  test('after an id what came since, oldest first', async () => {
    const { driver, office } = await talk(6);
    const ids = (await history(driver, office)).map((message) => message.id);
    const since = async (query: string) => contents(await history(driver, office, `?${query}`));
    expect(await since(`after=${ids[3]}`)).toEqual(['4', '5']);
    expect(await since(`after=${ids[0]}&limit=2`)).toEqual(['1', '2']);
    expect(await since(`after=${ids[5]}&limit=500`)).toEqual([]);
    expect(await since('after=&limit=1')).toEqual(['5']);
    const stranger = await someone('admin');
    expect(await history(stranger, driver, `?after=${ids[0]}`)).toEqual([]);
    for (const query of ['after=x', 'after=0', 'after=1.5', 'after=2147483648', 'limit=501']) {
      expect((await get(`/api/messages/${office.userId}?${query}`, driver)).statusCode).toBe(400);
    }
  });

  test('who never was is 404; of a closed account what was written stays', async () => {
    const { driver, office } = await talk(2);
    const all = await history(office, driver);
    const closing = await t.app.inject({
      method: 'DELETE',
      url: `/api/users/${driver.userId}`,
      headers: t.admin.headers,
    });
    expect(closing.statusCode).toBe(200);
    expect(await history(office, driver)).toEqual(all);
    expect(await read('/api/messages/unread-total', office)).toEqual({ total_unread: 1 });
    expect((await mark(office, { senderId: driver.userId })).json()).toEqual({
      message: 'Marked as read.',
    });
    const error = "Not found. It may have been deleted, or you don't have access.";
    for (const answer of [
      await get('/api/messages/2000000000', office),
      await get('/api/messages/2000000000?limit=1', office),
      await mark(office, { senderId: 2_000_000_000 }),
      // An employee is not told who is there outside the office.
      await get(`/api/messages/${(await someone()).userId}`, await someone()),
    ]) {
      expect([answer.statusCode, answer.json()]).toEqual([404, { code: 'not_found', error }]);
    }
  });

  test('counts unread messages by sender, and in total (M5, N4)', async () => {
    const [reader, one, other] = [await someone(), await someone('admin'), await someone('admin')];
    expect(await read('/api/messages/unread', reader)).toEqual([]);
    expect(await read('/api/messages/unread-total', reader)).toEqual({ total_unread: 0 });
    for (const from of [one, other, one, one]) await writeFrom(t, from, reader);
    await writeFrom(t, reader, one);
    expect(await read('/api/messages/unread', reader)).toEqual([
      { senderId: one.userId, unreadCount: 3 },
      { senderId: other.userId, unreadCount: 1 },
    ]);
    expect(await read('/api/messages/unread-total', reader)).toEqual({ total_unread: 4 });
    expect(await read('/api/messages/unread', one)).toEqual([
      { senderId: reader.userId, unreadCount: 1 },
    ]);
    // What another reads is not read by me.
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

  test('what is read on one device is read on each of both people, once', async () => {
    const [reader, sender] = [await someone(), await someone('admin')];
    for (const _ of [1, 2, 3]) await writeFrom(t, sender, reader);
    await writeFrom(t, reader, sender, 'not yet read');
    const ids = (await history(reader, sender)).map((message) => message.id);
    const people = [reader, reader, sender, t.admin];
    const pages = await Promise.all(people.map((person) => openPage(url, person)));
    const heard = pages.map((socket) => heardBy(socket, 'messages_read'));
    now += 60_000;
    const [firstAt, first] = [new Date(now).toISOString(), { readerId: reader.userId }];
    const done = await mark(reader, { senderId: sender.userId, upTo: ids[1] });
    expect(done.json()).toEqual({ message: 'Marked as read.' });
    expect(await read('/api/messages/unread-total', reader)).toEqual({ total_unread: 1 });
    now += 60_000;
    const both = [1, 2].map(() => mark(reader, { senderId: sender.userId }));
    expect((await Promise.all(both)).map((answer) => answer.statusCode)).toEqual([200, 200]);
    const secondAt = new Date(now).toISOString();
    // Nothing left: nothing is told.
    await mark(reader, { senderId: sender.userId });
    await mark(reader, { senderId: sender.userId, upTo: ids[0] });
    await allHeard();
    const published = [
      { ...first, senderId: sender.userId, upTo: ids[1], readAt: firstAt },
      { ...first, senderId: sender.userId, upTo: ids[2], readAt: secondAt },
    ];
    expect(heard).toEqual([published, published, published, []]);
    const seen = await history(sender, reader);
    expect(seen.map((message) => message.readAt)).toEqual([firstAt, firstAt, secondAt, undefined]);
  });

  test('a clock that jumps back changes no order', async () => {
    const { driver, office } = await talk(2);
    now -= 3 * 3600 * 1000;
    await writeFrom(t, driver, office, '2');
    now += 3600 * 1000;
    await writeFrom(t, office, driver, '3');
    expect(contents(await history(office, driver))).toEqual(['0', '1', '2', '3']);
    expect(contents(await history(office, driver, '?limit=2'))).toEqual(['2', '3']);
    now += 2 * 3600 * 1000;
  });
});
