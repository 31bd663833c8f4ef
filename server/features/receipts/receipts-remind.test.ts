import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Document } from '#contract/documents.ts';
import type { Receipt } from '#contract/receipts.ts';
import { startApp, type TestApp, type TestPerson } from '../../../tests/harness/app.ts';
import { onBothDatabases, sqliteOnly } from '../../../tests/harness/databases.ts';
import { documentsOf, formOf } from '../../../tests/harness/documents.ts';

onBothDatabases('reminders', (engine) => {
  let t: TestApp;
  let berta: TestPerson;
  const { document, read, open } = documentsOf(() => t);
  beforeAll(async () => {
    t = await startApp(engine);
    berta = await t.person('berta', 'employee');
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    await t.ctx.db.deleteFrom('documents').execute();
    await t.ctx.db.deleteFrom('outbox').execute();
    await t.ctx.db.deleteFrom('notification_recipients').execute();
  });

  const remind = (payload: object, headers: object = {}, by: TestPerson = t.admin) =>
    t.app.inject({
      method: 'POST',
      url: '/api/receipts/remind',
      headers: { ...by.headers, ...headers },
      payload,
    });
  const both = () => [t.employee.userId, berta.userId];
  const openFile = async (id: number, by: TestPerson) => {
    const rows = await read<Document[]>('/api/training/files', by);
    await open(rows.find((row) => row.file_id === id)?.file_path ?? '', by);
  };
  const heard = async (who: TestPerson) => {
    const { notifications } = await read<{ notifications: { message: string }[] }>(
      '/api/notifications',
      who,
    );
    return notifications.map((notice) => notice.message);
  };
  const mails = () =>
    t.ctx.db
      .selectFrom('outbox')
      .select(['recipient', 'subject', 'body_text'])
      .orderBy('recipient')
      .execute();
  const forgetNotices = () => t.ctx.db.deleteFrom('notification_recipients').execute();
  const audits = () =>
    t.ctx.db
      .selectFrom('audit')
      .select(['target_kind', 'target_id', 'detail'])
      .where('action', '=', 'receipt.remind')
      .orderBy('id', 'desc')
      .execute();

  test('of a document: a notice and a mail to each who has not opened it, nobody else', async () => {
    const name = "O'Brien's <b>rules</b> 🚚";
    const id = await document('training', {
      user_ids: [t.admin.userId, ...both()],
      file_name: name,
    });
    await openFile(id, t.admin);
    await forgetNotices();
    const toUsers = vi.spyOn(t.ctx.realtime, 'toUsers');
    const wake = vi.spyOn(t.ctx.mailer, 'wake');
    const answer = await remind({ file_id: id });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { message: '2 people were reminded.', reminded: 2 },
    ]);
    const sentence = `Please open ${name}: it is waiting for you in the portal.`;
    expect([await heard(t.employee), await heard(berta), await heard(t.admin)]).toEqual([
      [sentence],
      [sentence],
      [],
    ]);
    const sent = await mails();
    expect(sent.map((mail) => [mail.recipient, mail.subject])).toEqual([
      ['berta@example.com', 'Please open what is waiting for you'],
      ['emil@example.com', 'Please open what is waiting for you'],
    ]);
    for (const mail of sent) {
      expect(mail.body_text).toContain(sentence);
      expect(mail.body_text).toContain('/portal');
    }
    expect(toUsers.mock.calls.map(([ids, event]) => [ids, event])).toEqual([
      [both(), 'notification'],
      [both(), 'documents'],
      [both(), 'badges'],
    ]);
    expect(wake).toHaveBeenCalledTimes(1);
    vi.restoreAllMocks();

    const rows = await read<Receipt[]>(`/api/receipts?file_id=${id}`);
    expect(rows.map((row) => [row.missing, row.reminded_at !== null])).toEqual([
      [1, true],
      [1, true],
      [0, false],
    ]);
    const [audit] = await audits();
    expect({ ...audit, detail: JSON.parse(audit?.detail ?? '') }).toEqual({
      target_kind: 'document',
      target_id: String(id),
      detail: { user_ids: both(), file_ids: [id] },
    });
  });

  test('of a person: all that they miss in one notice and one mail', async () => {
    const names = Array.from({ length: 12 }, (_, n) => `File ${n + 1}`);
    for (const file_name of names) await document('training', { user_ids: both(), file_name });
    await forgetNotices();
    const answer = await remind({ user_id: berta.userId });
    expect(answer.json()).toEqual({ message: '1 person was reminded.', reminded: 1 });
    const newest = names.toReversed().slice(0, 10).join(', ');
    const sentence = `Please open these 12 files, they are waiting for you in the portal: ${newest} and 2 more`;
    expect([await heard(berta), await heard(t.employee)]).toEqual([[sentence], []]);
    expect((await mails()).map((mail) => mail.recipient)).toEqual(['berta@example.com']);
    const [audit] = await audits();
    expect(audit).toMatchObject({ target_kind: 'user', target_id: String(berta.userId) });
  });

  test('who has opened it but not confirmed is missing; of both only that one is reminded', async () => {
    const id = await document('training', { user_ids: both(), acknowledge: 1 });
    await openFile(id, berta);
    expect((await remind({ file_id: id, user_id: berta.userId })).json().reminded).toBe(1);
    const url = `/api/documents/${id}/acknowledge`;
    await t.app.inject({ method: 'POST', url, headers: berta.headers });
    const done = await remind({ file_id: id, user_id: berta.userId });
    expect([done.statusCode, done.json()]).toEqual([
      409,
      { code: 'conflict', error: 'Nobody is missing: there is nobody to remind.' },
    ]);
    expect((await remind({ file_id: id })).json().reminded).toBe(1);
  });

  test('another content is another thing to remind of', async () => {
    const id = await document('training', { user_ids: [berta.userId] });
    await remind({ file_id: id });
    const { payload, headers } = formOf({ user_ids: [berta.userId] });
    await t.app.inject({
      method: 'PUT',
      url: `/api/training/files/${id}`,
      headers: { ...t.admin.headers, ...headers },
      payload,
    });
    const [row] = await read<Receipt[]>(`/api/receipts?file_id=${id}`);
    expect(row).toMatchObject({ revision: 2, reminded_at: null, missing: 1 });
  });

  test('a second reminder right after the first is not sent; it says who sent one and when', async () => {
    const olga = await t.person(`olga-${randomUUID()}`, 'admin');
    const id = await document('training', { user_ids: [berta.userId] });
    await forgetNotices();
    const answers = await Promise.all([remind({ file_id: id }), remind({ file_id: id }, {}, olga)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const isOlgas = answers[1]?.statusCode === 200;
    const refused = answers[isOlgas ? 0 : 1];
    const sender = isOlgas ? olga.username : t.admin.username;
    expect(refused?.json().error).toMatch(
      new RegExp(`^${sender} already sent this reminder at \\d+:\\d\\d [AP]M\\. Wait 10 minutes`),
    );
    expect([(await heard(berta)).length, (await mails()).length]).toEqual([1, 1]);
    const again = await remind({ user_id: berta.userId }, {}, isOlgas ? olga : t.admin);
    expect([again.statusCode, again.json().error]).toEqual([
      409,
      expect.stringMatching(/^You already sent this reminder at /),
    ]);

    // Who wasn't reminded yet still is.
    await t.ctx.db
      .updateTable('document_assignments')
      .set({ reminded_at: new Date(t.ctx.now().getTime() - 11 * 60_000).toISOString() })
      .where('file_id', '=', id)
      .execute();
    const other = await document('training', { user_ids: both() });
    expect((await remind({ file_id: other, user_id: berta.userId })).json().reminded).toBe(1);
    expect((await remind({ file_id: other })).json()).toEqual({
      message:
        '1 person was reminded. 1 person was reminded a few minutes ago and got no second reminder.',
      reminded: 1,
    });
    expect((await remind({ file_id: id })).statusCode).toBe(200);
  });

  test('who left, who was taken off and what is not there are not reminded', async () => {
    const leaver = await t.person(`leaver-${randomUUID()}`, 'employee');
    const id = await document('training', { user_ids: [leaver.userId, berta.userId] });
    const url = `/api/users/${leaver.userId}`;
    await t.app.inject({ method: 'DELETE', url, headers: t.admin.headers });
    expect((await remind({ file_id: id })).json().reminded).toBe(1);
    expect((await mails()).map((mail) => mail.recipient)).toEqual(['berta@example.com']);
    for (const which of [
      { user_id: leaver.userId },
      { user_id: 2_147_483_647 },
      { file_id: 2_147_483_647 },
    ]) {
      expect((await remind(which)).statusCode).toBe(404);
    }
    expect((await remind({ user_id: t.admin.userId })).statusCode).toBe(409);
    for (const body of [{}, { file_id: null }]) {
      const answer = await remind(body);
      const sentence = 'Say which document or which person to remind about.';
      expect([answer.statusCode, answer.json()]).toEqual([
        400,
        {
          code: 'validation_failed',
          error: sentence,
          fields: { file_id: sentence, user_id: sentence },
        },
      ]);
    }
    expect((await remind({ file_id: id }, {}, berta)).statusCode).toBe(403);
  });

  test('a retry reminds once', async () => {
    const id = await document('training', { user_ids: [berta.userId] });
    await forgetNotices();
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all([1, 2, 3, 4].map(() => remind({ file_id: id }, headers)));
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
    expect([(await heard(berta)).length, (await mails()).length]).toEqual([1, 1]);
    expect((await remind({ user_id: berta.userId }, headers)).statusCode).toBe(422);
  });
});

sqliteOnly.test('ten reminders an hour are enough', async () => {
  const t = await startApp('sqlite', { config: { rateLimits: true } });
  try {
    const { document } = documentsOf(() => t);
    const remind = async () => {
      const file_id = await document('training', { user_ids: [t.employee.userId] });
      return t.app.inject({
        method: 'POST',
        url: '/api/receipts/remind',
        headers: t.admin.headers,
        payload: { file_id },
      });
    };
    for (let n = 0; n < 10; n += 1) expect((await remind()).statusCode).toBe(200);
    const eleventh = await remind();
    expect([eleventh.statusCode, Number(eleventh.headers['retry-after']) > 0]).toEqual([429, true]);
  } finally {
    await t.close();
  }
});
