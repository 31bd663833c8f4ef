import { expect, test, vi } from 'vitest';
import { replyOf, send } from '#tests/fixtures/requests.ts';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { clearTables, rowsOf } from '#tests/records/stored.ts';
import { auditOf, noticesOf } from '#tests/records/traces.ts';
import { writeTransaction } from '../../platform/writes/writes.ts';
import { notify } from './notifications.service.ts';

onBothWhenFull('notifications', (engine) => {
  const t = suiteApp(engine);

  const announce = (message: string) =>
    send(t, 'POST', '/api/send-notification', t.admin, { message });
  const read = (notification_id: unknown, by: TestPerson) =>
    send(t, 'POST', '/api/mark-as-read', by, { notification_id });
  const list = (by: TestPerson, query = '?unread=true') => noticesOf(t, by, query);
  const audit = async (action: string, id: unknown) => {
    const rows = await auditOf(t, { action, target_id: String(id) });
    return rows.map(({ user_id, detail }) => [user_id, detail]);
  };

  test('reaches every open account and its sender, and each marks it as read alone (N3, N5)', async () => {
    const other = await t.person('olga', 'employee');
    const sent = await announce('  The yard is closed on Friday.\r\nDrive home safely. ');
    expect(replyOf(sent)).toEqual([
      201,
      { message: 'Notification sent.', notification_id: expect.any(Number) },
    ]);
    const { notification_id } = sent.json();
    const notice = {
      notification_id,
      kind: 'announcement',
      message: '  The yard is closed on Friday.\nDrive home safely. ',
      date: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      is_read: 0,
    };
    for (const who of [t.admin, t.employee, other]) expect((await list(who))[0]).toEqual(notice);

    const marked = await read(notification_id, t.employee);
    expect(replyOf(marked)).toEqual([200, { message: 'Marked as read.' }]);
    const left = (await list(t.employee)).map((entry) => entry.notification_id);
    expect(left).not.toContain(notification_id);
    expect((await list(t.employee, ''))[0]).toEqual({ ...notice, is_read: 1 });
    expect((await list(other))[0]).toEqual(notice);

    // Repeating it, also with the id as text, adds no audit entry.
    expect((await read(String(notification_id), t.employee)).statusCode).toBe(200);
    expect(await audit('notification.read', notification_id)).toEqual([[t.employee.userId, '{}']]);
    expect(await audit('notification.send', notification_id)).toEqual([
      [t.admin.userId, expect.stringMatching(/^\{"recipients":\d+\}$/)],
    ]);
  });

  test('notifies the chosen users alone, never the sender, and only after the commit', async () => {
    const one = await t.person('chosen', 'employee');
    const other = await t.person('spared', 'employee');
    const now = new Date('2026-10-05T12:00:00.000Z');
    const message = "O'Hare <b>opens</b> 🚚";
    const kind = 'hours' as const;
    const sent = [
      { kind, message, link: '/Hours', recipients: [one.userId, t.admin.userId] },
      { kind, message: 'For nobody else', recipients: [t.admin.userId] },
    ];
    const toUsers = vi.spyOn(t.ctx.realtime, 'toUsers');
    const { userId } = t.admin;
    const write = (fails: boolean) =>
      writeTransaction({ ...t.ctx, now: () => now }, { userId, ip: '' }, async (its) => {
        await notify(t.ctx, its, userId, sent);
        expect(toUsers).not.toHaveBeenCalled();
        if (fails) throw new Error('the write failed');
      });
    await expect(write(true)).rejects.toThrow('the write failed');
    expect(await list(one)).toEqual([]);
    await write(false);
    const event = {
      ...{ notification_id: expect.any(Number), kind: 'hours', message, link: '/Hours' },
      ...{ date: now.toISOString(), is_read: 0 },
    };
    expect(toUsers.mock.calls).toEqual([[[one.userId], 'notification', event]]);
    vi.restoreAllMocks();
    const [stored] = await list(one);
    expect([stored, await list(other)]).toEqual([event, []]);
    for (const listed of [await list(t.admin), await list(t.employee)]) {
      expect(listed).not.toContainEqual(event);
    }
    expect((await read(stored?.notification_id, other)).statusCode).toBe(404);
    expect((await read(stored?.notification_id, one)).statusCode).toBe(200);
  });

  test('lists read and unread ones, newest first, and marks all up to an id as read', async () => {
    const person = await t.person('archivist', 'employee');
    const ids: number[] = [];
    for (const message of ['one', 'two', 'three']) {
      ids.unshift((await announce(message)).json().notification_id);
    }
    await read(ids[1], person);
    const listed = async (query: string) =>
      (await list(person, `?${query}`)).map((row) => [row.notification_id, row.is_read]);
    expect(await listed('all=1')).toEqual([
      [ids[0], 0],
      [ids[1], 1],
      [ids[2], 0],
    ]);

    const markAll = (body: object) => send(t, 'POST', '/api/mark-all-as-read', person, body);
    const marked = await markAll({ up_to: ids[1] });
    expect(replyOf(marked)).toEqual([200, { message: 'Marked as read.' }]);
    expect(await listed('unread=true')).toEqual([[ids[0], 0]]);
    await markAll({ notification_ids: [ids[1]] });
    expect(await listed('unread=true')).toEqual([[ids[0], 0]]);
    await markAll({ notification_ids: ids });
    expect(await listed('unread=true')).toEqual([]);
    const last4 = (await announce('four')).json().notification_id;
    expect(await listed('unread=true')).toEqual([[last4, 0]]);
    await markAll({});
    expect(await listed('unread=true')).toEqual([]);
    expect((await listed('all=1')).map(([, isRead]) => isRead)).toEqual([1, 1, 1, 1]);
    expect((await list(t.employee)).length, "others' stay unread").toBeGreaterThan(2);
  });

  test('mails every open account alone', async () => {
    const gone = await t.person('left', 'employee');
    await send(t, 'DELETE', `/api/users/${gone.userId}`, t.admin);
    await clearTables(t, 'outbox');
    const subject = ' You have a new\nnotification';
    const message = '<b>Closed</b> & locked.';
    const response = await send(t, 'POST', '/api/send-email', t.admin, { subject, message });
    expect(replyOf(response)).toEqual([200, { message: 'Email sent successfully.' }]);
    const mails = await rowsOf(t, 'outbox');
    const open = await rowsOf(t, 'users', { closed_at: null });
    expect(mails.map((mail) => mail.recipient).toSorted()).toEqual(
      open.map((user) => user.user_email).toSorted(),
    );
    for (const mail of mails) {
      expect(mail.subject).toBe('You have a new notification');
      expect(mail.body_text).toContain('<b>Closed</b> & locked.');
      expect(mail.body_text).toContain(`${t.ctx.config.publicUrl}/portal`);
      expect(mail.body_html).toContain('&lt;b&gt;Closed&lt;/b&gt; &amp; locked.');
      for (const { user_email } of open) expect(mail.body_text).not.toContain(user_email);
    }
    const detail = JSON.stringify({ recipients: open.length });
    expect(await audit('email.send', '')).toEqual([[t.admin.userId, detail]]);
  });
});
