import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Document } from '#contract/documents.ts';
import type { EarlierRevision, Receipt } from '#contract/receipts.ts';
import { startApp, type TestApp, type TestPerson } from '../../../tests/harness/app.ts';
import { onBothDatabases } from '../../../tests/harness/databases.ts';
import { documentsOf, formOf } from '../../../tests/harness/documents.ts';
import { employeeOf } from '../../../tests/harness/employees.ts';
import { pdfOf, sha256 } from '../../../tests/harness/multipart.ts';

onBothDatabases('receipts', (engine) => {
  let t: TestApp;
  let berta: TestPerson;
  const { document, employeeFile, read, open } = documentsOf(() => t);
  beforeAll(async () => {
    t = await startApp(engine);
    berta = await t.person('berta', 'employee');
    await employeeOf(t, berta.userId, { first_name: 'Berta', last_name: "O'Quill" });
  });
  afterAll(() => t.close());
  beforeEach(() => t.ctx.db.deleteFrom('documents').execute());

  const pathOf = async (id: number, by: TestPerson) => {
    const rows = await read<Document[]>('/api/training/files', by);
    return rows.find((row) => row.file_id === id)?.file_path ?? '';
  };
  const confirm = (id: number, by: TestPerson) =>
    t.app.inject({ method: 'POST', url: `/api/documents/${id}/acknowledge`, headers: by.headers });
  const both = () => [t.employee.userId, berta.userId];
  const listed = (query: string) => read<Receipt[]>(`/api/receipts?${query}`);

  test('of a document: who has it delivered, opened, confirmed; the missing first', async () => {
    const id = await document('training', {
      user_ids: both(),
      acknowledge: 1,
      file_name: 'Marker שבוע 🚚',
    });
    const facts = {
      file_id: id,
      kind: 'training',
      file_name: 'Marker שבוע 🚚',
      revision: 1,
      uploaded_at: expect.any(String),
      acknowledge: 1,
    };
    const nothing = {
      delivered_at: null,
      opened_at: null,
      acknowledged_at: null,
      reminded_at: null,
    };
    const emil = {
      user_id: t.employee.userId,
      username: 'emil',
      first_name: null,
      last_name: null,
    };
    const quill = {
      user_id: berta.userId,
      username: 'berta',
      first_name: 'Berta',
      last_name: "O'Quill",
    };
    expect(await listed(`file_id=${id}`)).toEqual([
      { ...facts, ...quill, ...nothing, missing: 1 },
      { ...facts, ...emil, ...nothing, missing: 1 },
    ]);
    const path = await pathOf(id, berta);
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(await listed(`file_id=${id}&user_id=${berta.userId}`)).toEqual([
      { ...facts, ...quill, ...nothing, delivered_at: at, missing: 1 },
    ]);
    await open(path, berta);
    expect((await listed(`user_id=${berta.userId}`))[0]).toMatchObject({
      opened_at: at,
      missing: 1,
    });
    await confirm(id, berta);
    expect(await listed(`file_id=${id}`)).toEqual([
      { ...facts, ...emil, ...nothing, missing: 1 },
      {
        ...facts,
        ...quill,
        delivered_at: at,
        opened_at: at,
        acknowledged_at: at,
        reminded_at: null,
        missing: 0,
      },
    ]);
  });

  test('of a person: everything of every kind that they were given', async () => {
    const training = await document('training', { user_ids: both() });
    const settlement = await document('settlements', { user_ids: [berta.userId] });
    const form = await employeeFile({ user_ids: [berta.userId] });
    await document('reports', { user_ids: [t.employee.userId], file_name: 'Marker-Emil' });
    await open(await pathOf(training, berta), berta);
    const rows = await listed(`user_id=${berta.userId}`);
    expect(rows.map(({ file_id, kind, missing }) => [file_id, kind, missing])).toEqual([
      [form, 'employee-files', 1],
      [settlement, 'settlements', 1],
      [training, 'training', 0],
    ]);
    expect(JSON.stringify(rows)).not.toContain('Marker-Emil');
  });

  test('one of the two is needed; what is unknown has none', async () => {
    const answer = await t.app.inject({ url: '/api/receipts', headers: t.admin.headers });
    expect([answer.statusCode, answer.json().fields]).toEqual([
      400,
      { file_id: 'This field is required.' },
    ]);
    expect(await listed('file_id=2147483647')).toEqual([]);
    expect(await listed('user_id=2147483647&file_id=')).toEqual([]);
    const wrong = await t.app.inject({ url: '/api/receipts?file_id=x', headers: t.admin.headers });
    expect(wrong.statusCode).toBe(400);
  });

  test('totals of people and of documents agree with the matrix', async () => {
    const asked = await document('training', { user_ids: both(), acknowledge: 1 });
    const plain = await document('reports', { user_ids: [berta.userId, t.admin.userId] });
    const unassigned = await employeeFile({ user_ids: [] });
    await open(await pathOf(asked, berta), berta);
    await open(await pathOf(asked, t.employee), t.employee);
    await confirm(asked, berta);

    const people = await read<Record<string, unknown>[]>('/api/receipts/people');
    const person = (who: TestPerson) => people.find((row) => row.user_id === who.userId);
    expect(person(berta)).toEqual({
      user_id: berta.userId,
      username: 'berta',
      first_name: 'Berta',
      last_name: "O'Quill",
      assigned: 2,
      opened: 1,
      missing: 1,
    });
    expect(person(t.employee)).toMatchObject({ assigned: 1, opened: 1, missing: 1 });
    expect(person(t.admin)).toMatchObject({ assigned: 1, opened: 0, missing: 1 });
    const owed = people.map((row) => Number(row.missing));
    expect(owed).toEqual(owed.toSorted((one, other) => other - one));

    const documents = await read<Record<string, unknown>[]>('/api/receipts/documents');
    expect(documents).toEqual([
      {
        file_id: unassigned,
        kind: 'employee-files',
        file_name: 'Week 40.pdf',
        uploaded_at: expect.any(String),
        acknowledge: 0,
        assigned: 0,
        opened: 0,
        missing: 0,
      },
      expect.objectContaining({
        file_id: plain,
        kind: 'reports',
        assigned: 2,
        opened: 0,
        missing: 2,
      }),
      expect.objectContaining({
        file_id: asked,
        acknowledge: 1,
        assigned: 2,
        opened: 2,
        missing: 1,
      }),
    ]);
  });

  test('a confirmation that is asked for later, or no longer, counts at once', async () => {
    const id = await document('training', { user_ids: [berta.userId] });
    await open(await pathOf(id, berta), berta);
    const missing = async () => (await listed(`file_id=${id}`))[0]?.missing;
    const ask = (acknowledge: number) =>
      t.app.inject({
        method: 'PUT',
        url: `/api/training/files/${id}`,
        headers: t.admin.headers,
        payload: { user_ids: [berta.userId], acknowledge },
      });
    expect(await missing()).toBe(0);
    await ask(1);
    expect(await missing()).toBe(1);
    await ask(0);
    expect(await missing()).toBe(0);
  });

  test('what was seen before a replacement stays, with its hash', async () => {
    const first = pdfOf('first');
    const form = formOf({ user_ids: both(), acknowledge: 1 }, first);
    const sent = await t.app.inject({
      method: 'POST',
      url: '/api/training/upload',
      headers: { ...t.admin.headers, ...form.headers },
      payload: form.payload,
    });
    const id = sent.json().file_id as number;
    const earlier = () => read<EarlierRevision[]>(`/api/receipts/${id}/earlier`);
    expect(await earlier()).toEqual([]);
    await open(await pathOf(id, berta), berta);
    await confirm(id, berta);
    const second = pdfOf('second');
    for (const bytes of [second, pdfOf('third')]) {
      const again = formOf({ user_ids: [t.employee.userId] }, bytes);
      const answer = await t.app.inject({
        method: 'PUT',
        url: `/api/training/files/${id}`,
        headers: { ...t.admin.headers, ...again.headers },
        payload: again.payload,
      });
      expect(answer.statusCode, answer.body).toBe(200);
    }
    const at = expect.any(String);
    expect(await earlier()).toEqual([
      {
        revision: 2,
        sha256: sha256(second),
        original_name: 'Week 40.pdf',
        size: second.length,
        uploaded_at: at,
        receipts: [],
      },
      {
        revision: 1,
        sha256: sha256(first),
        original_name: 'Week 40.pdf',
        size: first.length,
        uploaded_at: at,
        receipts: [
          {
            user_id: berta.userId,
            username: 'berta',
            first_name: 'Berta',
            last_name: "O'Quill",
            delivered_at: at,
            opened_at: at,
            acknowledged_at: at,
          },
        ],
      },
    ]);
    const gone = await t.app.inject({
      url: '/api/receipts/2147483647/earlier',
      headers: t.admin.headers,
    });
    expect(gone.statusCode).toBe(404);
  });

  test('who is taken off or leaves the company is in no matrix and no total', async () => {
    const leaver = await t.person(`leaver-${randomUUID()}`, 'employee');
    const id = await document('training', { user_ids: [leaver.userId, ...both()] });
    const url = `/api/users/${leaver.userId}`;
    await t.app.inject({ method: 'DELETE', url, headers: t.admin.headers });
    await t.app.inject({
      method: 'PUT',
      url: `/api/training/files/${id}`,
      headers: t.admin.headers,
      payload: { user_ids: [berta.userId] },
    });
    expect((await listed(`file_id=${id}`)).map((row) => row.user_id)).toEqual([berta.userId]);
    expect(await listed(`user_id=${leaver.userId}`)).toEqual([]);
    const people = await read<{ user_id: number }[]>('/api/receipts/people');
    expect(people.map((row) => row.user_id)).not.toContain(leaver.userId);
    expect(await read('/api/receipts/documents')).toMatchObject([{ assigned: 1, missing: 1 }]);
  });

  test('an employee learns nothing here, not even about themselves', async () => {
    const id = await document('training', { user_ids: [berta.userId] });
    for (const path of [
      '',
      `?user_id=${berta.userId}`,
      '/people',
      '/documents',
      `/${id}/earlier`,
    ]) {
      const answer = await t.app.inject({ url: `/api/receipts${path}`, headers: berta.headers });
      expect([answer.statusCode, answer.json()]).toEqual([
        403,
        { code: 'forbidden', error: 'Access denied. Admins only.' },
      ]);
    }
  });
});
