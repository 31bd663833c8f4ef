import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Conversation } from '#contract/chat.ts';
import { startApp, type TestApp, type TestPerson } from '../../../tests/harness/app.ts';
import { chatsOf } from '../../../tests/harness/chats.ts';
import { onBothDatabases } from '../../../tests/harness/databases.ts';
import { pdfOf } from '../../../tests/harness/multipart.ts';

onBothDatabases('conversations', (engine) => {
  let t: TestApp;
  let n = 0;
  const { write, writeAll, conversations, sendFile } = chatsOf(() => t);
  const person = (role: 'admin' | 'employee' = 'employee') => t.person(`person ${n++}`, role);
  const listOf = async (by: TestPerson) => (await conversations(by)).rows;
  const withOf = async (by: TestPerson, other: TestPerson): Promise<Conversation | undefined> =>
    (await listOf(by)).find(({ userId }) => userId === other.userId);
  const name = (userId: number, first_name: string, last_name: string) =>
    t.ctx.db
      .insertInto('employees')
      .values({
        ...{ user_id: userId, first_name, last_name, department: '', position: '' },
        ...{ hire_date: null, payroll_number: '', pto_hundredths: 0, work_hundredths: 0 },
        created_at: t.ctx.now().toISOString(),
      })
      .execute();

  beforeAll(async () => {
    t = await startApp(engine);
  });
  afterAll(() => t.close());

  test('hold the last message, what is unread, names and role', async () => {
    const [driver, admin] = [await person(), await person('admin')];
    expect(await listOf(driver)).toEqual([]);
    await name(driver.userId, 'Rosa', 'Núñez');
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
    const headers = admin.headers;
    const payload = { senderId: driver.userId, upTo: last.id - 1 };
    const marking = { method: 'POST', url: '/api/messages/mark-read', headers, payload } as const;
    expect((await t.app.inject(marking)).statusCode).toBe(200);
    expect(await withOf(admin, driver)).toMatchObject({ unreadCount: 1, lastMessage: last });
  });

  test('come newest first, whoever wrote, and page by page', async () => {
    const admin = await person('admin');
    const others = await Promise.all([person(), person(), person('admin'), person(), person()]);
    const [a, b, c, d, e] = others as [TestPerson, TestPerson, TestPerson, TestPerson, TestPerson];
    for (const other of others) await write(other, admin, 'first');
    await write(admin, b, 'second');
    await write(c, admin, 'third');
    const order = [c, b, e, d, a].map(({ userId }) => userId);
    const of = (rows: Conversation[]) =>
      rows.map(({ userId }) => userId).filter((id) => order.includes(id));
    expect(of(await listOf(admin))).toEqual(order);
    const first = await conversations(admin, { limit: '2' });
    // Who writes meanwhile moves up, and is not met twice.
    await write(e, admin, 'fourth');
    const second = await conversations(admin, { limit: '2', before: first.next });
    expect([of(first.rows), of(second.rows)]).toEqual([order.slice(0, 2), order.slice(3, 5)]);
    const end = await conversations(admin, { limit: '500' });
    expect(end.next).toBeUndefined();
  });

  test('cut a long last message at 200 characters, never within one', async () => {
    const driver = await person();
    await write(driver, t.admin, `${'🚚'.repeat(150)}${'x'.repeat(100)}`);
    const [row] = await listOf(driver);
    expect(row?.lastMessage?.content).toBe(`${'🚚'.repeat(150)}${'x'.repeat(50)}`);
    await write(driver, t.admin, `${'x'.repeat(199)}🚚🚚`);
    expect((await listOf(driver))[0]?.lastMessage?.content).toBe(`${'x'.repeat(199)}🚚`);
  });

  test('keep closed accounts, and what came with a file', async () => {
    const [driver, admin] = [await person(), await person('admin')];
    const file = { bytes: pdfOf('x'), name: 'Receipt.pdf' };
    const { sent } = (await sendFile(driver, admin.userId, file)).json();
    const url = `/api/users/${driver.userId}`;
    const closed = await t.app.inject({ method: 'DELETE', url, headers: t.admin.headers });
    expect(closed.statusCode, closed.body).toBe(200);
    const row = await withOf(admin, driver);
    expect(row).toMatchObject({ isOpen: false, unreadCount: 1, lastMessage: sent });
    expect(row?.lastMessage?.attachment?.name).toBe('Receipt.pdf');
  });

  test('tell admins, and nobody else, who of them answered last, also whom they never wrote to', async () => {
    const driver = await person();
    const [asked, helper, other] = [
      await person('admin'),
      await person('admin'),
      await person('admin'),
    ];
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

    // In its place by the time of the answer, and met once over the pages.
    const newer = await person();
    await write(newer, other, 'Hello');
    const ids = (await listOf(other)).map(({ userId }) => userId);
    expect(ids.indexOf(newer.userId)).toBeLessThan(ids.indexOf(driver.userId));
    const paged: number[] = [];
    for (let before: string | undefined; ; ) {
      const page = await conversations(other, { limit: '1', before });
      paged.push(...page.rows.map(({ userId }) => userId));
      if (page.next === undefined) break;
      before = page.next;
    }
    expect(paged).toEqual(ids);

    const own = await write(other, driver, 'Or Lot D');
    expect(await withOf(other, driver)).toMatchObject({
      lastMessage: own,
      answeredBy: { userId: other.userId },
    });
  });

  test('between admins there is no answering, and nobody is listed with themselves', async () => {
    const [one, two] = [await person('admin'), await person('admin')];
    const rising = await person();
    await write(one, rising, 'Welcome');
    await write(one, two, 'Can you take Omaha?');
    expect((await withOf(two, one))?.answeredBy).toBeNull();
    const url = `/api/users/${rising.userId}`;
    const payload = { user_role: 'admin' };
    await t.app.inject({ method: 'PUT', url, headers: t.admin.headers, payload });
    expect((await withOf(one, rising))?.answeredBy).toBeNull();
    expect(await withOf(two, rising)).toBeUndefined();
  });

  test('hold many partners, with what is unread of each', async () => {
    const admin = await person('admin');
    const partners = await Promise.all(Array.from({ length: 12 }, () => person()));
    for (const partner of partners) await writeAll(partner, admin, ['a', 'b']);
    const rows = await listOf(admin);
    const own = rows.filter(({ lastMessage }) => lastMessage !== null);
    expect(own).toHaveLength(12);
    expect(own.every(({ unreadCount }) => unreadCount === 2)).toBe(true);
  });
});
