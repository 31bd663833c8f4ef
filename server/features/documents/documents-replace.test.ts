import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { replyOf } from '../../../tests/fixtures/requests.ts';
import { suiteApp, type TestPerson } from '../../../tests/harness/app.ts';
import { onBothDatabases } from '../../../tests/harness/databases.ts';
import { documentsOf, idsOf } from '../../../tests/harness/documents.ts';
import { pdfOf, sha256 } from '../../../tests/harness/multipart.ts';

const notOpened = [
  409,
  { code: 'conflict', error: 'Open this file first, then confirm that you have read it.' },
];
const thanks = [200, { message: 'Thank you. The office can see that you have read this.' }];

onBothDatabases('replaced and confirmed documents', (engine) => {
  const t = suiteApp(engine);
  let berta: TestPerson;
  const documents = documentsOf(() => t);
  const { open, notices, stored } = documents;
  beforeAll(async () => {
    berta = await t.person('berta', 'employee');
  });

  const one = (id: number, by?: TestPerson) => documents.one('training', id, by);
  const document = (people: TestPerson[], fields: object = {}) =>
    documents.document('training', { user_ids: idsOf(people), ...fields });
  const replace = (id: number, people: TestPerson[], bytes = pdfOf(randomUUID()), more = {}) =>
    documents.update('training', id, { user_ids: idsOf(people), ...more }, bytes);
  const confirm = async (id: number, by: TestPerson) =>
    replyOf(await documents.acknowledge(id, by));
  const receipts = (id: number) =>
    t.ctx.db
      .selectFrom('document_receipts')
      .selectAll()
      .where('file_id', '=', id)
      .orderBy('revision')
      .orderBy('user_id')
      .execute();

  test('counts who opened and who confirmed the file', async () => {
    const id = await document([t.employee, berta], { acknowledge: 1 });
    expect(await confirm(id, t.employee)).toEqual(notOpened);
    const { file_path } = await one(id, t.employee);
    expect(await confirm(id, t.employee)).toEqual(notOpened);
    await open(file_path, t.employee);
    await open(file_path, berta);
    expect(await one(id)).toMatchObject({ opened_count: 2, acknowledged_count: 0 });
    const opened = await one(id, t.employee);
    expect(opened).toMatchObject({ opened_at: expect.any(String), acknowledged_at: null });

    expect(await confirm(id, t.employee)).toEqual(thanks);
    const confirmed = await one(id, t.employee);
    expect(confirmed).toEqual({ ...opened, acknowledged_at: expect.any(String) });
    expect(await confirm(id, t.employee)).toEqual(thanks);
    expect(await one(id, t.employee)).toEqual(confirmed);
    expect(await one(id)).toMatchObject({ opened_count: 2, acknowledged_count: 1 });
    const audits = await documents.audits('document', id);
    expect(audits.filter(({ action }) => action === 'document.acknowledge')).toEqual([
      { action: 'document.acknowledge', user_id: t.employee.userId, detail: { revision: 1 } },
    ]);
  });

  test('rejects a confirmation that was not requested, or from an unassigned user', async () => {
    const id = await document([t.employee]);
    await open((await one(id)).file_path, t.employee);
    const error = "The office didn't ask you to confirm this file.";
    expect(await confirm(id, t.employee)).toEqual([409, { code: 'conflict', error }]);
    await replace(id, [t.admin]);
    for (const person of [berta, t.employee]) {
      expect((await confirm(id, person))[0]).toBe(404);
    }
    expect((await confirm(2_000_000_000, t.employee))[0]).toBe(404);
  });

  test('stores one receipt for simultaneous openings and confirmations', async () => {
    const id = await document([t.employee], { acknowledge: 1 });
    const { file_path } = await one(id, t.employee);
    const many = Array.from({ length: 10 });
    await Promise.all(many.map(() => open(file_path, t.employee)));
    const responses = await Promise.all(many.map(() => confirm(id, t.employee)));
    for (const response of responses) expect(response).toEqual(thanks);
    const at = expect.any(String);
    const times = { delivered_at: at, opened_at: at, acknowledged_at: at };
    expect(await receipts(id)).toEqual([
      { file_id: id, revision: 1, user_id: t.employee.userId, ...times },
    ]);
    expect(await one(id)).toMatchObject({ opened_count: 1, acknowledged_count: 1 });
  });

  test('a replacement starts new receipts and keeps the old ones with their hash', async () => {
    const file_name = `Rules ${randomUUID()}`;
    const id = await document([t.employee], { acknowledge: 1, file_name });
    const before = await one(id, t.employee);
    await open(before.file_path, t.employee);
    await confirm(id, t.employee);

    const bytes = pdfOf('The new rules');
    const response = await replace(id, [t.employee, berta], bytes, { version: 1 });
    expect(replyOf(response)).toEqual([200, { message: 'File updated successfully.' }]);
    const after = await one(id);
    expect(after).toMatchObject({
      file_name,
      revision: 2,
      version: 2,
      size: bytes.length,
      acknowledge: 1,
      opened_count: 0,
      acknowledged_count: 0,
    });
    expect(after.uploaded_at > before.uploaded_at).toBe(true);
    const keys = await stored();
    expect([keys.includes(before.file_path), keys.includes(after.file_path)]).toEqual([
      false,
      true,
    ]);
    expect(await one(id, t.employee)).toMatchObject({ opened_at: null, acknowledged_at: null });
    expect(await confirm(id, t.employee)).toEqual(notOpened);

    const revisions = t.ctx.db
      .selectFrom('document_revisions')
      .select('sha256')
      .where('file_id', '=', id)
      .orderBy('revision');
    expect(await revisions.execute()).toEqual([
      { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      { sha256: sha256(bytes) },
    ]);
    const at = expect.any(String);
    expect((await receipts(id))[0]).toMatchObject({ opened_at: at, acknowledged_at: at });
    const given = `New training file: ${file_name}. Find it under Training.`;
    const replaced = `The training file ${file_name} was replaced. Open it again under Training.`;
    expect((await notices(t.employee)).slice(0, 2)).toEqual([replaced, given]);
    expect((await notices(berta))[0]).toBe(given);
  });

  test('receipts of the old content never count while it is opened, replaced and confirmed', async () => {
    for (let round = 0; round < 2; round += 1) {
      const id = await document([berta], { acknowledge: 1 });
      const { file_path } = await one(id, berta);
      const [, replaced] = await Promise.all([
        open(file_path, berta).catch(() => undefined),
        replace(id, [berta, t.employee]),
        confirm(id, berta),
      ]);
      expect(replaced.statusCode, replaced.body).toBe(200);
      const current = (await receipts(id)).filter((row) => row.revision === 2);
      expect(await one(id)).toMatchObject({
        opened_count: current.filter((row) => row.opened_at).length,
        acknowledged_count: current.filter((row) => row.acknowledged_at).length,
      });
    }
  });

  test('listing a document records one delivery, to the person who listed it', async () => {
    const id = await document([berta, t.admin]);
    expect(await receipts(id)).toEqual([]);
    await one(id, berta);
    const [first] = await receipts(id);
    expect(first).toMatchObject({ user_id: berta.userId, opened_at: null });
    await Promise.all([one(id, berta), one(id, berta), one(id)]);
    const rows = await receipts(id);
    expect(rows.map((row) => row.user_id).toSorted()).toEqual(idsOf([berta, t.admin]).toSorted());
    expect(rows).toContainEqual(first);
    expect(await one(id)).toMatchObject({ opened_count: 0 });
  });
});
