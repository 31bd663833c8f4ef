import { expect, test } from 'vitest';
import type { Conversation } from '#contract/chat.ts';
import { send } from '#tests/fixtures/requests.ts';
import type { TestPerson } from '#tests/harness/app.ts';
import { chatApp } from '#tests/harness/chats.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { employeeOf } from '#tests/harness/employees.ts';
import { pdfOf } from '#tests/harness/multipart.ts';
import { jsonOf } from '#tests/records/stored.ts';

onBothWhenFull('conversations', (engine) => {
  const chat = chatApp(engine);
  const { conversations, person, sendFile, write } = chat;
  const listOf = async (by: TestPerson) => (await conversations(by)).rows;
  const withOf = async (by: TestPerson, other: TestPerson): Promise<Conversation | undefined> =>
    (await listOf(by)).find(({ userId }) => userId === other.userId);
  test('have the last message, the unread count, names and role', async () => {
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
    await jsonOf(send(chat.t, 'POST', '/api/messages/mark-read', admin, marked));
    expect(await withOf(admin, driver)).toMatchObject({ unreadCount: 1, lastMessage: last });
  });

  test('are sorted by the newest message', async () => {
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

  test('keep closed accounts and show a file', async () => {
    const [driver, admin] = [await person(), await person('admin')];
    const file = { bytes: pdfOf('x'), name: 'Receipt.pdf' };
    const { sent } = (await sendFile(driver, admin.userId, file)).json();
    await chat.closeAccount(driver);
    const row = await withOf(admin, driver);
    expect(row).toMatchObject({ isOpen: false, unreadCount: 1, lastMessage: sent });
    expect(row?.lastMessage?.attachment?.name).toBe('Receipt.pdf');
  });

  test('show only admins who answered an employee last, even without own messages', async () => {
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
