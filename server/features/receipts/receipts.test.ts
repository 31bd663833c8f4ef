import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { EarlierRevision, Receipt } from '#contract/receipts.ts';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { documentsOf, idsOf } from '#tests/harness/documents.ts';
import { employeeOf } from '#tests/harness/employees.ts';
import { pdfOf, sha256 } from '#tests/harness/multipart.ts';

onBothWhenFull('receipts', (engine) => {
  const t = suiteApp(engine);
  let berta: TestPerson;
  const documents = documentsOf(() => t);
  const { read, document, acknowledge, update } = documents;
  beforeAll(async () => {
    berta = await t.person('berta', 'employee');
    await employeeOf(t, berta.userId, { first_name: 'Berta', last_name: "O'Quill" });
  });
  beforeEach(() => t.ctx.db.deleteFrom('documents').execute());

  const open = async (id: number, by: TestPerson) =>
    documents.open((await documents.one('training', id, by)).file_path, by);
  const both = () => idsOf([t.employee, berta]);
  const emil = () => ({ user_id: t.employee.userId, username: 'emil', first_name: null });
  const quill = () => {
    const names = { first_name: 'Berta', last_name: "O'Quill" };
    return { user_id: berta.userId, username: 'berta', ...names };
  };
  const listed = (query: string) => read<Receipt[]>(`/api/receipts?${query}`);

  test('of a document show who received, opened and confirmed it, missing ones first', async () => {
    const file_name = 'Marker שבוע 🚚';
    const id = await document('training', { user_ids: both(), acknowledge: 1, file_name });
    const none = {
      ...{ file_id: id, kind: 'training', file_name, revision: 1, acknowledge: 1, missing: 1 },
      ...{ delivered_at: null, opened_at: null, acknowledged_at: null, reminded_at: null },
    };
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    const ofBerta = `file_id=${id}&user_id=${berta.userId}`;
    const all = () => listed(`file_id=${id}`);
    expect(await all()).toMatchObject([
      { ...none, ...quill() },
      { ...none, ...emil() },
    ]);
    await documents.list('training', berta);
    expect(await listed(ofBerta)).toMatchObject([{ ...none, ...quill(), delivered_at: at }]);
    await open(id, berta);
    expect(await listed(ofBerta)).toMatchObject([{ opened_at: at, missing: 1 }]);
    await acknowledge(id, berta);
    const times = { delivered_at: at, opened_at: at, acknowledged_at: at };
    expect(await all()).toMatchObject([
      { ...none, ...emil() },
      { ...none, ...quill(), ...times, missing: 0 },
    ]);
  });

  test('totals agree with the receipts', async () => {
    const asked = await document('training', { user_ids: both(), acknowledge: 1 });
    const plain = await document('reports', { user_ids: idsOf([berta, t.admin]) });
    const unassigned = await document('employee-files', { user_ids: [] });
    await open(asked, berta);
    await open(asked, t.employee);
    await acknowledge(asked, berta);

    const people = await read<Record<string, unknown>[]>('/api/receipts/people');
    const totals = (who: TestPerson) => people.find((row) => row.user_id === who.userId);
    expect(totals(berta)).toEqual({ ...quill(), assigned: 2, opened: 1, missing: 1 });
    expect(totals(t.employee)).toMatchObject({ assigned: 1, opened: 1, missing: 1 });
    expect(totals(t.admin)).toMatchObject({ assigned: 1, opened: 0, missing: 1 });
    const missing = people.map((row) => Number(row.missing));
    expect(missing).toEqual(missing.toSorted((one, other) => other - one));
    expect(await read('/api/receipts/documents')).toMatchObject([
      { file_id: unassigned, kind: 'employee-files', assigned: 0, opened: 0, missing: 0 },
      { file_id: plain, kind: 'reports', assigned: 2, opened: 0, missing: 2 },
      { file_id: asked, acknowledge: 1, assigned: 2, opened: 2, missing: 1 },
    ]);
  });

  test('of replaced contents stay, with the hash', async () => {
    const [first, second, third] = ['first', 'second', 'third'].map((text) => pdfOf(text));
    const fields = { user_ids: both(), acknowledge: 1 };
    const id = (await documents.upload('training', fields, first)).json().file_id as number;
    const earlier = () => read<EarlierRevision[]>(`/api/receipts/${id}/earlier`);
    expect(await earlier()).toEqual([]);
    await open(id, berta);
    await acknowledge(id, berta);
    for (const bytes of [second, third]) {
      const response = await update('training', id, { user_ids: [t.employee.userId] }, bytes);
      expect(response.statusCode, response.body).toBe(200);
    }
    const revisionOf = (revision: number, bytes: Buffer = Buffer.alloc(0)) => {
      const original_name = revision === 1 ? 'Week 40.pdf' : 'New.pdf';
      return { revision, sha256: sha256(bytes), original_name, size: bytes.length };
    };
    const at = expect.any(String);
    const times = { delivered_at: at, opened_at: at, acknowledged_at: at };
    expect(await earlier()).toMatchObject([
      { ...revisionOf(2, second), receipts: [] },
      { ...revisionOf(1, first), receipts: [{ ...quill(), ...times }] },
    ]);
  });

  test('leave out people who were removed or whose account is closed', async () => {
    const leaver = await t.person(`leaver-${randomUUID()}`, 'employee');
    const id = await document('training', { user_ids: [leaver.userId, ...both()] });
    await documents.closeAccount(leaver);
    await update('training', id, { user_ids: [berta.userId] });
    expect((await listed(`file_id=${id}`)).map((row) => row.user_id)).toEqual([berta.userId]);
    expect(await listed(`user_id=${leaver.userId}`)).toEqual([]);
    const people = await read<{ user_id: number }[]>('/api/receipts/people');
    expect(people.map((row) => row.user_id)).not.toContain(leaver.userId);
    expect(await read('/api/receipts/documents')).toMatchObject([{ assigned: 1, missing: 1 }]);
  });
});
