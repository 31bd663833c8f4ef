import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { documentKinds } from '#contract/documents.ts';
import { replyOf } from '#tests/fixtures/requests.ts';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { documentsOf, idsOf, liveUpdates, tickingClock } from '#tests/harness/documents.ts';
import { multipartOf, pdfOf, sha256 } from '#tests/harness/multipart.ts';
import { rowsOf } from '#tests/records/stored.ts';

onBothWhenFull('documents', (engine) => {
  const t = suiteApp(engine, { now: tickingClock('2026-10-05T12:00:00.000Z') });
  let berta: TestPerson;
  const documents = documentsOf(() => t);
  const { call, upload, document, update, remove, list, one, notices, audits, stored } = documents;
  beforeAll(async () => {
    berta = await t.person('berta', 'employee');
  });
  beforeEach(async () => {
    for (const kind of documentKinds) {
      for (const { file_id } of await list(kind)) await remove(kind, file_id);
    }
  });

  test.each(documentKinds)(
    'uploads, lists, updates and deletes a file of %s (D1, D2, D3, D4, D6)',
    async (kind) => {
      const bytes = pdfOf('Anna');
      const user_ids = idsOf([t.employee, berta]);
      const uploaded = await upload(kind, { user_ids, acknowledge: 1 }, bytes);
      expect(uploaded.json()).toEqual({
        message: 'File uploaded successfully.',
        file_id: expect.any(Number),
      });
      const { file_id } = uploaded.json();
      const row = {
        file_id,
        ...{ file_name: 'Week 40.pdf', assigned_user_ids: user_ids, version: 1, revision: 1 },
        file_path: expect.stringMatching(new RegExp(`^${kind}/[0-9a-f-]{36}\\.pdf$`)),
        uploaded_at: expect.stringMatching(/^2026-10-05T.*Z$/),
        ...{ kind: 'pdf', size: bytes.length, acknowledge: 1 },
        ...{ opened_at: null, acknowledged_at: null, opened_count: 0, acknowledged_count: 0 },
        ...{ net_pay: null, period_from: null, period_to: null, unreadable: false },
      };
      expect(await list(kind)).toEqual([row]);
      for (const person of [t.employee, berta]) {
        const own = { assigned_user_ids: [person.userId], opened_count: null };
        expect(await list(kind, person)).toEqual([{ ...row, ...own, acknowledged_count: null }]);
      }
      for (const other of documentKinds.filter((name) => name !== kind)) {
        expect([await list(other), await list(other, berta)]).toEqual([[], []]);
        const people = { user_ids: [berta.userId] };
        expect((await update(other, file_id, people)).statusCode).toBe(404);
        expect((await remove(other, file_id)).statusCode).toBe(404);
      }
      const hash = { sha256: sha256(bytes) };
      expect(await rowsOf(t, 'objects')).toMatchObject([{ ...hash, size: bytes.length }]);
      expect(await rowsOf(t, 'document_revisions', { file_id })).toMatchObject([hash]);

      const updated = await update(kind, file_id, {
        user_ids: `[${t.admin.userId}, "${berta.userId}"]`,
        file_name: 'Week forty.pdf',
        version: 1,
      });
      expect(replyOf(updated)).toEqual([200, { message: 'File updated successfully.' }]);
      const changed = await one(kind, file_id);
      const newIds = idsOf([t.admin, berta]);
      expect({ ...changed, assigned_user_ids: changed.assigned_user_ids.toSorted() }).toEqual({
        ...row,
        file_name: 'Week forty.pdf',
        assigned_user_ids: newIds.toSorted(),
        version: 2,
      });
      expect(await list(kind, t.employee)).toEqual([]);
      expect(await stored()).toEqual([changed.file_path]);

      const deleted = await remove(kind, file_id);
      expect(replyOf(deleted)).toEqual([200, { message: 'File deleted successfully.' }]);
      expect([await list(kind), await list(kind, berta), await stored()]).toEqual([[], [], []]);
      const changes = { changed: ['file_name', 'user_ids'], added: [t.admin.userId] };
      const details = [
        { kind, user_ids, acknowledge: 1 },
        { kind, ...changes, removed: [t.employee.userId] },
        { kind, revision: 1 },
      ];
      expect(await audits('document', file_id)).toEqual(
        ['create', 'update', 'delete'].map((verb, index) => ({
          action: `document.${verb}`,
          user_id: t.admin.userId,
          detail: details[index],
        })),
      );
    },
  );

  test('rejects a missing file or user with the required texts (D5)', async () => {
    const file = 'Please select a file.';
    const people = 'Please select at least one user.';
    const noList = 'Send a JSON list of ids, such as [3, 7].';
    for (const kind of documentKinds) {
      const id = await document(kind, { user_ids: [berta.userId] });
      const form = multipartOf([{ name: 'user_ids', value: `[${berta.userId}]` }]);
      const noFile = await call('POST', `/api/${kind}/upload`, t.admin, form);
      expect(noFile.json()).toEqual({ code: 'validation_failed', error: file, fields: { file } });
      for (const [fields, sentence] of [
        [{}, people],
        [{ user_ids: '[]' }, people],
        [{ user_ids: 'x' }, noList],
      ] as const) {
        for (const response of [await upload(kind, fields), await update(kind, id, fields)]) {
          expect(response.json().fields).toEqual({ user_ids: sentence });
        }
      }
    }
  });

  test('lists newest uploads first', async () => {
    const user_ids = idsOf([berta]);
    const [first, second] = [
      await document('reports', { user_ids }),
      await document('reports', { user_ids }),
    ];
    for (const person of [t.admin, berta]) {
      expect((await list('reports', person)).map(({ file_id }) => file_id)).toEqual([
        second,
        first,
      ]);
    }
  });

  test('notifies new assignees only, and updates their open pages', async () => {
    const file_name = `Safety ${randomUUID()}`;
    let id = 0;
    const updates = await liveUpdates(t, async () => {
      id = await document('training', { user_ids: [berta.userId], file_name });
    });
    const events = ['notification', 'documents', 'badges'];
    expect(updates).toEqual({
      users: events.map((event) => [[berta.userId], event]),
      admins: ['documents'],
    });
    const received = async () =>
      Promise.all(
        [berta, t.employee, t.admin].map(async (person) =>
          (await notices(person)).filter((message) => message.includes(file_name)),
        ),
      );
    const given = `New training file: ${file_name}. Find it under Training.`;
    expect(await received()).toEqual([[given], [], []]);
    const assign = (...people: TestPerson[]) => update('training', id, { user_ids: idsOf(people) });
    await assign(berta, t.employee);
    expect(await received()).toEqual([[given], [given], []]);
    await assign(t.employee);
    expect(await received()).toEqual([[], [given], []]);
    await assign(t.employee, berta);
    expect(await received()).toEqual([[given], [given], []]);
  });

  test('an equal update changes nothing; one of several simultaneous updates wins', async () => {
    const user_ids = [berta.userId];
    const id = await document('training', { user_ids });
    const equal = [{ file_name: '' }, { file_name: 'Week 40.pdf' }, { acknowledge: 0, version: 1 }];
    for (const fields of [{}, ...equal]) {
      expect((await update('training', id, { user_ids, ...fields })).statusCode).toBe(200);
    }
    expect(await audits('document', id)).toHaveLength(1);
    const names = ['a', 'b', 'c', 'd', 'e'];
    const responses = await Promise.all(
      names.map((file_name) => update('training', id, { user_ids, file_name, version: 1 })),
    );
    const statuses = responses.map((response) => response.statusCode);
    expect(statuses.toSorted()).toEqual([200, 409, 409, 409, 409]);
    const file_name = names[statuses.indexOf(200)];
    expect(await one('training', id)).toMatchObject({ version: 2, file_name });
  });

  test('a closed account leaves the lists; its receipts stay', async () => {
    const leaver = await t.person(`leaver-${randomUUID()}`, 'employee');
    const id = await document('reports', { user_ids: idsOf([leaver, berta]) });
    await list('reports', leaver);
    await documents.closeAccount(leaver);
    expect((await one('reports', id)).assigned_user_ids).toEqual([berta.userId]);
    await update('reports', id, { user_ids: [t.employee.userId] });
    expect((await one('reports', id)).assigned_user_ids).toEqual([t.employee.userId]);
    expect(await rowsOf(t, 'document_receipts', { user_id: leaver.userId })).toMatchObject([
      { delivered_at: expect.any(String) },
    ]);
  });
});
