import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Receipt } from '#contract/receipts.ts';
import { replyOf } from '#tests/fixtures/requests.ts';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { documentsOf, idsOf, liveUpdates } from '#tests/harness/documents.ts';
import { changeRows, clearTables } from '#tests/records/stored.ts';
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
    await clearTables(t, 'documents', 'outbox');
  });

  /** Uploads a training file and deletes its notifications. */
  const document = async (people: TestPerson[], fields: object = {}) => {
    const id = await documents.document('training', { user_ids: idsOf(people), ...fields });
    await clearTables(t, 'notification_recipients');
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
    const { users } = await liveUpdates(t, async () => {
      const reply = { message: '2 people were reminded.', reminded: 2 };
      expect(replyOf(await remind({ file_id: id }))).toEqual([200, reply]);
    });
    const events = ['notification', 'documents', 'badges'];
    expect(users).toEqual(events.map((event) => [idsOf(people), event]));
    expect(wake).toHaveBeenCalledOnce();
    wake.mockRestore();
    const sentence = `Please open ${file_name} in the portal.`;
    for (const person of people) expect(await notices(person)).toEqual([sentence]);
    expect(await notices(t.admin)).toEqual([]);
    const sent = await mailsOf(t);
    const addresses = ['berta@example.com', 'emil@example.com'];
    expect(sent.map((mail) => mail.recipient).toSorted()).toEqual(addresses);
    for (const mail of sent) {
      expect(mail.subject).toBe('Please open your files');
      expect(mail.body_text).toContain(sentence);
      expect(mail.body_text).toContain('/portal');
    }
    const at = expect.any(String);
    expect(await read<Receipt[]>(`/api/receipts?file_id=${id}`)).toMatchObject([
      { missing: 1, reminded_at: at },
      { missing: 1, reminded_at: at },
      { missing: 0, reminded_at: null },
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
    const statuses = responses.map(({ statusCode }) => statusCode);
    expect(statuses.toSorted()).toEqual([200, 409]);
    const sender = statuses[0] === 200 ? t.admin : olga;
    const words = `${sender.username} already sent this reminder at \\d+:\\d\\d [AP]M Central\\. Wait 10`;
    expect(responses[statuses.indexOf(409)]?.json().error).toMatch(new RegExp(`^${words} minutes`));
    expect([(await notices(berta)).length, (await mailsOf(t)).length]).toEqual([1, 1]);
    const again = await remind({ user_id: berta.userId }, sender);
    expect(again.json().error).toMatch(/^You already sent this reminder at /);

    // People who weren't reminded yet still are.
    const reminded_at = new Date(t.ctx.now().getTime() - 11 * 60_000).toISOString();
    await changeRows(t, 'document_assignments', { file_id: id }, { reminded_at });
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
