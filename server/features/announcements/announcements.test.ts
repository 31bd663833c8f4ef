import { beforeEach, expect, test } from 'vitest';
import type { Announcement, AnnouncementReader } from '#contract/announcements.ts';
import { send } from '#tests/fixtures/requests.ts';
import { createId } from '#tests/fixtures/valid-requests.ts';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { read } from '#tests/records/stored.ts';
import { messagesTo } from '#tests/records/traces.ts';
import { announcementsTask } from './announcements.service.ts';

onBothWhenFull('announcements', (engine) => {
  // Half an hour after midnight in Chicago, in the night in which clocks change.
  const start = Date.parse('2026-11-01T05:30:00Z');
  let now = start;
  const t = suiteApp(engine, { now: () => new Date(now) });
  beforeEach(async () => {
    now = start;
    await t.ctx.db.deleteFrom('announcements').execute();
    await t.ctx.db.deleteFrom('notification_recipients').execute();
  });
  const wait = (ms: number) => {
    now += ms;
  };
  const post = (url: string, body?: object, by = t.admin) => send(t, 'POST', url, by, body);
  const announce = (body: object) =>
    post('/api/announcements', { message: 'New tie-down rules', ...body });
  const list = (): Promise<Announcement[]> => read(t, '/api/announcements');
  const texts = (by: TestPerson) => messagesTo(t, by);
  const notices = async (by: TestPerson) => (await read(t, '/api/notifications', by)).notifications;
  const toConfirm = async (by: TestPerson): Promise<number> =>
    (await read(t, '/api/badges', by)).unconfirmed_notices;

  test('reach a department, and the office sees who has confirmed', async () => {
    const fleet = await t.person('fleet', 'employee');
    const other = await t.person('shop', 'employee');
    await createId(t, 'createEmployee', { user_id: fleet.userId, department: ' O’Fallon Fleet ' });
    await createId(t, 'createEmployee', { user_id: other.userId, department: 'Shop' });
    const sent = await announce({ department: "o'fallon fleet", must_confirm: 1, is_safety: 1 });
    expect([sent.statusCode, sent.json().message]).toEqual([201, 'Announcement sent.']);
    const id = sent.json().announcement_id as number;
    expect(await notices(other)).toEqual([]);
    const [notice] = await notices(fleet);
    expect(notice).toMatchObject({ message: 'New tie-down rules', must_confirm: 1, is_read: 0 });
    expect([await toConfirm(fleet), await toConfirm(other)]).toEqual([1, 0]);

    const confirm = (by: TestPerson) =>
      post(`/api/notifications/${notice?.notification_id}/confirm`, undefined, by);
    expect((await confirm(other)).statusCode).toBe(404);
    // Reading is not confirming.
    await post('/api/mark-as-read', { notification_id: notice?.notification_id }, fleet);
    expect(await toConfirm(fleet)).toBe(1);
    const readers = (): Promise<AnnouncementReader[]> =>
      read(t, `/api/announcements/${id}/readers`);
    expect(await readers()).toMatchObject([{ user_id: fleet.userId, confirmed_at: null }]);
    const remind = () => post(`/api/announcements/${id}/remind`);
    const reminder = 'Please confirm that you have read: New tie-down rules';
    const reminders = async () => (await texts(fleet)).filter((text) => text === reminder).length;
    const both = (await Promise.all([remind(), remind()])).map((response) => response.json());
    expect(both.map(({ message, error }) => message ?? error).toSorted()).toEqual([
      '1 person was reminded.',
      'A reminder was sent less than 10 minutes ago. Wait before you send another.',
    ]);
    expect(await reminders()).toBe(1);
    wait(11 * 60_000);
    await remind();
    expect(await reminders()).toBe(2);
    for (let n = 0; n < 2; n += 1) expect((await confirm(fleet)).statusCode).toBe(200);
    expect(await toConfirm(fleet)).toBe(0);
    expect((await readers())[0]?.confirmed_at).toMatch(/Z$/);
    expect(await list()).toMatchObject([
      {
        ...{ announcement_id: id, recipients: 1, read_count: 1, confirmed_count: 1 },
        sent_by: t.admin.username,
      },
    ]);
    expect((await post(`/api/announcements/${id}/remind`)).statusCode).toBe(409);
  });

  test('reach each person in their language, and are counted together', async () => {
    const lupe = await t.person('lupe', 'employee');
    await send(t, 'PUT', '/api/user/language', lupe, { language: 'es' });
    const spanish = 'Nuevas reglas de amarre';
    const user_ids = [t.employee.userId, lupe.userId];
    await announce({ message_es: spanish, must_confirm: 1, user_ids });
    expect(await texts(t.employee)).toEqual(['New tie-down rules']);
    const [notice] = await notices(lupe);
    expect(notice?.message).toBe(spanish);
    await post(`/api/notifications/${notice?.notification_id}/confirm`, undefined, lupe);
    const [sent] = await list();
    expect(sent).toMatchObject({ message_es: spanish, recipients: 2, confirmed_count: 1 });
    const { announcement_id } = sent as Announcement;
    expect(await read(t, `/api/announcements/${announcement_id}/readers`)).toMatchObject([
      { user_id: t.employee.userId, confirmed_at: null },
      { user_id: lupe.userId, confirmed_at: expect.any(String) },
    ]);
    const reminded = await post(`/api/announcements/${announcement_id}/remind`);
    expect(reminded.json().message).toBe('1 person was reminded.');
  });

  test('are sent once when their time has come, on the clock of the company', async () => {
    const planned = await announce({ send_on: '2026-11-01', send_minute: 6 * 60 + 30 });
    expect(planned.json().message).toBe(
      'Announcement planned for Sunday, November 1, at 6:30 AM Central time.',
    );
    const send_at = '2026-11-01T12:30:00.000Z';
    expect(await list()).toMatchObject([{ send_at, sent_at: null, recipients: 0 }]);
    const tasks = [announcementsTask(t.ctx), announcementsTask(t.ctx)];
    const run = () => Promise.all(tasks.map((task) => task.run()));
    wait(7 * 3_600_000 - 60_000);
    await run();
    expect(await notices(t.employee)).toEqual([]);
    wait(120_000);
    await run();
    await run();
    expect(await texts(t.employee)).toEqual(['New tie-down rules']);
    const everyone = await t.ctx.db.selectFrom('users').select('user_id').execute();
    expect(await list()).toMatchObject([
      { sent_at: '2026-11-01T12:31:00.000Z', recipients: everyone.length },
    ]);
  });

  test('are sent although an earlier one fails', async () => {
    const planned = { send_on: '2026-11-01', send_minute: 6 * 60 + 30 };
    const { announcement_id } = (await announce(planned)).json();
    await announce({ ...planned, message: 'Yard closed' });
    const broken = t.ctx.db.updateTable('announcements').set({ user_ids: 'no list' });
    await broken.where('announcement_id', '=', announcement_id).execute();
    wait(7 * 3_600_000 + 60_000);
    await expect(announcementsTask(t.ctx).run()).rejects.toThrow();
    expect(await texts(t.employee)).toEqual(['Yard closed']);
  });

  test('can be deleted until they are sent', async () => {
    const later = (await announce({ send_on: '2026-11-02', send_minute: 0 })).json();
    const now = (await announce({})).json();
    const remove = (id: number) => send(t, 'DELETE', `/api/announcements/${id}`, t.admin);
    expect((await remove(later.announcement_id)).statusCode).toBe(200);
    expect((await remove(later.announcement_id)).statusCode).toBe(404);
    expect((await remove(now.announcement_id)).statusCode).toBe(409);
    expect((await list()).map(({ announcement_id }) => announcement_id)).toEqual([
      now.announcement_id,
    ]);
  });

  test.each([
    // An hour that spring skips, and a time that has passed.
    ['2027-03-14', 150, 'Announcement planned for Sunday, March 14, at 3:30 AM Central time.'],
    ['2026-11-01', 29, 'Announcement sent.'],
  ])('on %s, minute %i: %s', async (send_on, send_minute, message) => {
    expect((await announce({ send_on, send_minute })).json().message).toBe(message);
    const { send_at, sent_at } = (await list())[0] as Announcement;
    expect(sent_at ?? send_at).toBe(
      message === 'Announcement sent.' ? new Date(start).toISOString() : '2027-03-14T08:30:00.000Z',
    );
  });

  test.each([{ department: 'Nobody works here' }, { user_ids: [999_999] }])(
    'refuse %j',
    async (body) => {
      expect(Object.keys((await announce(body)).json().fields)).toEqual(['user_ids']);
    },
  );
});
