import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Receipt } from '#contract/receipts.ts';
import { replyOf } from '#tests/fixtures/requests.ts';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { documentsOf, idsOf, liveUpdates } from '#tests/harness/documents.ts';
import { auditOf, mailsOf } from '#tests/records/traces.ts';

onBothWhenFull('reminders', (engine) => {
  const t = suiteApp(engine);
  let berta: TestPerson;
  const documents = documentsOf(() => t);
  const { call, read, open, notices } = documents;
  beforeAll(async () => {
    berta = await t.person('berta', 'employee');
  });
  beforeEach(async () => {
    await t.ctx.db.deleteFrom('documents').execute();
    await t.ctx.db.deleteFrom('outbox').execute();
  });

  /** Uploads a training file and deletes its notifications. */
  const document = async (people: TestPerson[], fields: object = {}) => {
    const id = await documents.document('training', { user_ids: idsOf(people), ...fields });
    await t.ctx.db.deleteFrom('notification_recipients').execute();
    return id;
  };
  const remind = (body: object, by?: TestPerson, headers?: Record<string, string>) =>
    call('POST', '/api/receipts/remind', by, body, headers);
  const reminded = async (body: object) => (await remind(body)).json().reminded;
  const openFile = async (id: number, by: TestPerson) =>
    open((await documents.one('training', id, by)).file_path, by);
  const lastAudit = async () => (await auditOf(t, { action: 'receipt.remind' })).at(-1);

  test('of a document notify and mail each person who has not opened it', async () => {
    const file_name = "O'Brien's <b>rules</b> 🚚";
    const people = [t.employee, berta];
    const id = await document([t.admin, ...people], { file_name });
    await openFile(id, t.admin);
    const wake = vi.spyOn(t.ctx.mailer, 'wake');
    const { users } = await liveUpdates(t, async () =>
      expect(replyOf(await remind({ file_id: id }))).toEqual([
        200,
        { message: '2 people were reminded.', reminded: 2 },
      ]),
    );
    const events = ['notification', 'documents', 'badges'];
    expect(users).toEqual(events.map((event) => [idsOf(people), event]));
    expect(wake).toHaveBeenCalledOnce();
    wake.mockRestore();
    const sentence = `Please open ${file_name} in the portal.`;
    for (const person of people) expect(await notices(person)).toEqual([sentence]);
    expect(await notices(t.admin)).toEqual([]);
    const sent = await mailsOf(t);
    expect(sent.map((mail) => mail.recipient).toSorted()).toEqual([
      'berta@example.com',
      'emil@example.com',
    ]);
    for (const mail of sent) {
      expect(mail.subject).toBe('Please open your files');
      expect(mail.body_text).toContain(sentence);
      expect(mail.body_text).toContain('/portal');
    }
    const rows = await read<Receipt[]>(`/api/receipts?file_id=${id}`);
    expect(rows.map((row) => [row.missing, row.reminded_at !== null])).toEqual([
      [1, true],
      [1, true],
      [0, false],
    ]);
    expect(await lastAudit()).toMatchObject({
      ...{ target_kind: 'document', target_id: String(id) },
      detail: JSON.stringify({ user_ids: idsOf(people), file_ids: [id] }),
    });
  });

  test('of a person list all missing files in one notification and one mail', async () => {
    const names = Array.from({ length: 12 }, (_, n) => `File ${n + 1}`);
    for (const file_name of names) await document([t.employee, berta], { file_name });
    const response = await remind({ user_id: berta.userId });
    expect(response.json()).toEqual({ message: '1 person was reminded.', reminded: 1 });
    const newest = names.toReversed().slice(0, 10).join(', ');
    const sentence = `Please open these 12 files in the portal: ${newest} and 2 more`;
    expect([await notices(berta), await notices(t.employee)]).toEqual([[sentence], []]);
    expect((await mailsOf(t)).map((mail) => mail.recipient)).toEqual(['berta@example.com']);
    const target = { target_kind: 'user', target_id: String(berta.userId) };
    expect(await lastAudit()).toMatchObject(target);
  });

  test('include files that are opened but not confirmed', async () => {
    const id = await document([t.employee, berta], { acknowledge: 1 });
    await openFile(id, berta);
    const of = { file_id: id, user_id: berta.userId };
    expect(await reminded(of)).toBe(1);
    await documents.acknowledge(id, berta);
    const error = "Nothing is missing, so there's no one to remind.";
    expect(replyOf(await remind(of))).toEqual([409, { code: 'conflict', error }]);
    expect(await reminded({ file_id: id })).toBe(1);
  });

  test('return 409 with the sender and time of a reminder less than ten minutes old', async () => {
    const olga = await t.person(`olga-${randomUUID()}`, 'admin');
    const id = await document([berta]);
    const responses = await Promise.all([remind({ file_id: id }), remind({ file_id: id }, olga)]);
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const sender = responses[0]?.statusCode === 200 ? t.admin : olga;
    const refused = responses.find(({ statusCode }) => statusCode === 409);
    expect(refused?.json().error).toMatch(
      new RegExp(
        `^${sender.username} already sent this reminder at \\d+:\\d\\d [AP]M Central\\. Wait 10 minutes`,
      ),
    );
    expect([(await notices(berta)).length, (await mailsOf(t)).length]).toEqual([1, 1]);
    const again = await remind({ user_id: berta.userId }, sender);
    expect(replyOf(again)).toEqual([
      409,
      { code: 'conflict', error: expect.stringMatching(/^You already sent this reminder at /) },
    ]);

    // People who weren't reminded yet still are.
    await t.ctx.db
      .updateTable('document_assignments')
      .set({ reminded_at: new Date(t.ctx.now().getTime() - 11 * 60_000).toISOString() })
      .where('file_id', '=', id)
      .execute();
    const other = await document([t.employee, berta]);
    expect(await reminded({ file_id: other, user_id: berta.userId })).toBe(1);
    expect((await remind({ file_id: other })).json()).toEqual({
      message:
        '1 person was reminded. 1 person was reminded a few minutes ago and got no second reminder.',
      reminded: 1,
    });
    expect(await reminded({ file_id: id })).toBe(1);
  });
});
