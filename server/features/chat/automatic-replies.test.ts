import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Message } from '#contract/chat.ts';
import { send } from '#tests/fixtures/requests.ts';
import type { TestPerson } from '#tests/harness/app.ts';
import { chatApp, sendMessage } from '#tests/harness/chats.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { drain, eventsOn } from '#tests/realtime/pages.ts';
import { jsonOf, read } from '#tests/records/stored.ts';

/** Half an hour after closing on a Friday in Chicago. */
const friday = Date.parse('2026-12-18T23:30:00Z');
const hourMs = 3_600_000;
const text =
  'Gone home. The office opens Monday, December 21, at 7:00 AM Central time. In an emergency, call 815-555-0110.';

onBothWhenFull('the automatic reply', (engine) => {
  let clock = friday;
  const options = { config: { tokenHours: 24 * 30 }, now: () => new Date(clock) };
  const chat = chatApp(engine, options);
  const { open, person, write } = chat;
  const configure = async (body: object) => {
    await jsonOf(send(chat.t, 'PUT', '/api/automatic-reply', chat.t.admin, body));
  };
  const thread = (by: TestPerson, other: TestPerson): Promise<Message[]> =>
    read(chat.t, `/api/messages/${other.userId}`, by);
  const automatic = async (by: TestPerson, other: TestPerson) =>
    (await thread(by, other)).filter((message) => message.automatic);

  beforeEach(async () => {
    clock = friday;
    await configure({ is_on: 1, text: 'Gone home.' });
  });

  test('is sent once per conversation and closing, on every device, without a push', async () => {
    const [driver, office, other] = [await person(), await person('admin'), await person('admin')];
    const [phone, tablet, desk] = [await open(driver), await open(driver), await open(office)];
    const received = [phone, tablet, desk].map((page) => eventsOn(page, 'receive_message'));
    const answered = eventsOn(desk, 'answered');
    const pushes = vi.spyOn(chat.t.ctx.push, 'toUsers');
    const message = { receiverId: office.userId, content: 'Gate code?', clientId: randomUUID() };
    const sent = await sendMessage(phone, message);
    expect(sent).toMatchObject({ success: true, message: { content: 'Gate code?' } });
    await sendMessage(phone, message);
    await sendMessage(tablet, { receiverId: office.userId, content: 'Still there?' });
    clock += 48 * hourMs;
    await sendMessage(phone, { receiverId: office.userId, content: 'Sunday' });
    await sendMessage(phone, { receiverId: other.userId, content: 'And you?' });
    await drain();
    const replies = await automatic(driver, office);
    expect(replies).toEqual([
      {
        ...{ id: expect.any(Number), senderId: office.userId, receiverId: driver.userId },
        ...{ content: text, timestamp: '2026-12-18T23:30:00.000Z', automatic: true },
      },
    ]);
    expect(await automatic(driver, other)).toHaveLength(1);
    for (const events of received) expect(events).toContainEqual(replies[0]);
    expect(answered).toEqual([]);
    expect(pushes.mock.calls.map(([to]) => to)).not.toContainEqual([driver.userId]);

    // Monday: open from 7:00 on, and closed again in the evening.
    clock = Date.parse('2026-12-21T13:00:00Z');
    await write(driver, office, 'Good morning');
    expect(await automatic(driver, office)).toHaveLength(1);
    clock = Date.parse('2026-12-21T23:00:00Z');
    await write(driver, office, 'Good evening');
    expect(await automatic(driver, office)).toHaveLength(2);
  });

  test("is in the employee's language, but for the words of the office", async () => {
    const [driver, office] = [await person(), await person('admin')];
    await send(chat.t, 'PUT', '/api/user/language', driver, { language: 'es' });
    await write(driver, office, '¿A qué hora abren?');
    const spanish =
      'La oficina abre el lunes 21 de diciembre a las 7:00 a.m., hora del centro. En una emergencia, llame al 815-555-0110.';
    expect(await automatic(driver, office)).toMatchObject([{ content: `Gone home. ${spanish}` }]);
    const untouched = 'The office is closed right now. We will answer when we are back.';
    await configure({ text: untouched });
    await write(driver, chat.t.admin, '¿Hola?');
    expect(await automatic(driver, chat.t.admin)).toMatchObject([
      {
        content: `La oficina está cerrada en este momento. Le contestaremos cuando volvamos. ${spanish}`,
      },
    ]);
  });

  test('leaves the conversation unanswered and unread for the office', async () => {
    const [driver, office] = [await person(), await person('admin')];
    await write(driver, office, 'Flat tire in Peoria');
    const [row] = (await chat.conversations(office)).rows;
    expect(row).toMatchObject({
      lastMessage: { content: 'Flat tire in Peoria' },
      unreadCount: 1,
      answeredBy: null,
    });
    const [own] = (await chat.conversations(driver)).rows;
    expect(own).toMatchObject({ unreadCount: 1 });
    await write(office, driver, 'On my way');
    expect((await chat.conversations(office)).rows[0]?.answeredBy?.userId).toBe(office.userId);
  });

  test('is not sent by an admin who is there, between admins, to answers, or when it is off', async () => {
    const [driver, office, boss] = [await person(), await person('admin'), await person('admin')];
    await write(office, driver, 'Are you in Peoria?');
    await write(boss, office, 'Please call me');
    clock += 4 * 60_000;
    await write(driver, office, 'Yes');
    await write(office, driver, 'Thanks');
    expect(await automatic(driver, office)).toEqual([]);
    expect(await automatic(boss, office)).toEqual([]);
    clock += 6 * 60_000;
    await write(driver, office, 'Anything else?');
    expect(await automatic(driver, office)).toHaveLength(1);

    const duty = await send(chat.t, 'PUT', `/api/duty/${boss.userId}`, chat.t.admin, {});
    expect(duty.statusCode, duty.body).toBe(200);
    await write(driver, boss, 'Are you on duty?');
    expect(await automatic(driver, boss)).toEqual([]);
    await configure({ is_on: 0 });
    await write(driver, chat.t.admin, 'Anybody?');
    expect(await automatic(driver, chat.t.admin)).toEqual([]);
  });
});
