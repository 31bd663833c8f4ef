import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { startApp, suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { onBothDatabases, sqliteOnly } from '#tests/harness/databases.ts';
import { writeTransaction } from '../../platform/writes/writes.ts';
import { notify } from './notifications.service.ts';

onBothDatabases('notifications', (engine) => {
  const t = suiteApp(engine);

  const post = (url: string, payload: object, who: TestPerson = t.admin, more = {}) =>
    t.app.inject({ method: 'POST', url, payload, headers: { ...who.headers, ...more } });
  const send = (message: string, more = {}) =>
    post('/api/send-notification', { message }, t.admin, more);
  const read = (notification_id: unknown, who: TestPerson) =>
    post('/api/mark-as-read', { notification_id }, who);
  const list = async (who: TestPerson, query = '?unread=true') =>
    (await t.app.inject({ url: `/api/notifications${query}`, headers: who.headers })).json()
      .notifications as Record<string, unknown>[];
  const close = (userId: number) =>
    t.ctx.db
      .updateTable('users')
      .set({ closed_at: new Date().toISOString() })
      .where('user_id', '=', userId)
      .execute();
  const audit = (action: string, id: unknown) =>
    t.ctx.db
      .selectFrom('audit')
      .select(['user_id', 'detail'])
      .where('action', '=', action)
      .where('target_id', '=', String(id ?? ''))
      .execute();

  test('reaches every open account and its sender, and each marks it as read alone (N3, N5)', async () => {
    const other = await t.person('olga', 'employee');
    const sent = await send('  The yard is closed on Friday.\r\nDrive home safely. ');
    expect([sent.statusCode, sent.json()]).toEqual([
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
    expect([marked.statusCode, marked.json()]).toEqual([200, { message: 'Marked as read.' }]);
    expect((await list(t.employee)).map((entry) => entry.notification_id)).not.toContain(
      notification_id,
    );
    expect((await list(t.employee, ''))[0]).toEqual({ ...notice, is_read: 1 });
    expect((await list(other))[0]).toEqual(notice);

    // Repeating it, also with the id as text, adds no audit entry.
    expect((await read(String(notification_id), t.employee)).statusCode).toBe(200);
    expect(await audit('notification.read', notification_id)).toEqual([
      { user_id: t.employee.userId, detail: '{}' },
    ]);
    expect(await audit('notification.send', notification_id)).toEqual([
      { user_id: t.admin.userId, detail: expect.stringMatching(/^\{"recipients":\d+\}$/) },
    ]);
  });

  test('notifies the chosen users alone, never the sender, and only after the commit', async () => {
    const [one, other] = [
      await t.person('chosen', 'employee'),
      await t.person('spared', 'employee'),
    ];
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
      notification_id: expect.any(Number),
      kind: 'hours',
      message,
      date: now.toISOString(),
      is_read: 0,
      link: '/Hours',
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
      ids.unshift((await send(message)).json().notification_id);
    }
    await read(ids[1], person);
    const listed = async (query: string) => {
      const url = `/api/notifications?${query}`;
      const response = await t.app.inject({ url, headers: person.headers });
      const rows = response.json().notifications as { notification_id: number; is_read: number }[];
      return rows.map(({ notification_id, is_read }) => [notification_id, is_read]);
    };
    expect(await listed('all=1')).toEqual([
      [ids[0], 0],
      [ids[1], 1],
      [ids[2], 0],
    ]);

    const markAll = (payload: object) => post('/api/mark-all-as-read', payload, person);
    const marked = await markAll({ up_to: ids[1] });
    expect([marked.statusCode, marked.json()]).toEqual([200, { message: 'Marked as read.' }]);
    expect(await listed('unread=true')).toEqual([[ids[0], 0]]);
    await markAll({ notification_ids: [ids[1]] });
    expect(await listed('unread=true')).toEqual([[ids[0], 0]]);
    await markAll({ notification_ids: ids });
    expect(await listed('unread=true')).toEqual([]);
    const last4 = (await send('four')).json().notification_id;
    expect(await listed('unread=true')).toEqual([[last4, 0]]);
    await markAll({});
    expect(await listed('unread=true')).toEqual([]);
    expect((await listed('all=1')).map(([, isRead]) => isRead)).toEqual([1, 1, 1, 1]);
    expect((await list(t.employee)).length, "others' stay unread").toBeGreaterThan(2);
  });

  test('mails every open account alone, once per Idempotency-Key', async () => {
    const { db } = t.ctx;
    await db.deleteFrom('outbox').execute();
    const gone = await t.person('left', 'employee');
    await close(gone.userId);
    const payload = {
      subject: ' You have a new\nnotification',
      message: '<b>Closed</b> & locked.',
    };
    const key = { 'idempotency-key': randomUUID() };
    for (const _ of [1, 2]) {
      const response = await post('/api/send-email', payload, t.admin, key);
      expect([response.statusCode, response.json()]).toEqual([
        200,
        { message: 'Email sent successfully.' },
      ]);
    }
    const mails = await db.selectFrom('outbox').selectAll().execute();
    const open = await db
      .selectFrom('users')
      .select('user_email')
      .where('closed_at', 'is', null)
      .execute();
    expect(mails.map((mail) => mail.recipient).sort()).toEqual(
      open.map((user) => user.user_email).sort(),
    );
    for (const mail of mails) {
      expect(mail.subject).toBe('You have a new notification');
      expect(mail.body_text).toContain('<b>Closed</b> & locked.');
      expect(mail.body_text).toContain(`${t.ctx.config.publicUrl}/portal`);
      expect(mail.body_html).toContain('&lt;b&gt;Closed&lt;/b&gt; &amp; locked.');
      for (const { user_email } of open) expect(mail.body_text).not.toContain(user_email);
    }
    expect(await audit('email.send', '')).toEqual([
      { user_id: t.admin.userId, detail: JSON.stringify({ recipients: open.length }) },
    ]);
  });
});

sqliteOnly.test(
  'allows ten emails to everyone per admin and hour, without repeated keys',
  async () => {
    const t = await startApp('sqlite', { config: { rateLimits: true } });
    const mail = (headers: Record<string, string>) =>
      t.app.inject({
        method: 'POST',
        url: '/api/send-email',
        payload: { subject: 'x', message: 'y' },
        headers,
      });
    const key = { 'idempotency-key': randomUUID(), ...t.admin.headers };
    for (let n = 0; n < 5; n += 1) expect((await mail(key)).statusCode).toBe(200);
    for (let n = 0; n < 9; n += 1) expect((await mail(t.admin.headers)).statusCode).toBe(200);
    const refused = await mail(t.admin.headers);
    expect([refused.statusCode, refused.json()]).toEqual([
      429,
      { code: 'rate_limited', error: 'Too many attempts. Wait a moment and try again.' },
    ]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000);
    const mails = await t.ctx.db.selectFrom('outbox').select('id').execute();
    expect(mails).toHaveLength(10 * 2);
    const other = await t.person('second', 'admin');
    expect((await mail(other.headers)).statusCode).toBe(200);
    await t.close();
  },
);
