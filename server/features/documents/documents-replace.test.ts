import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Document } from '#contract/documents.ts';
import { startApp, type TestApp, type TestPerson } from '../../../tests/harness/app.ts';
import { onBothDatabases } from '../../../tests/harness/databases.ts';
import { documentsOf, formOf } from '../../../tests/harness/documents.ts';
import { pdfOf, sha256 } from '../../../tests/harness/multipart.ts';

onBothDatabases('documents, replaced and read', (engine) => {
  let t: TestApp;
  let berta: TestPerson;
  const { document, open } = documentsOf(() => t);
  beforeAll(async () => {
    t = await startApp(engine);
    berta = await t.person('berta', 'employee');
  });
  afterAll(() => t.close());

  const one = async (id: number, by: TestPerson = t.admin) => {
    const answer = await t.app.inject({ url: '/api/training/files', headers: by.headers });
    const found = (answer.json() as Document[]).find((row) => row.file_id === id);
    if (!found) throw new Error(`document ${id} is not listed`);
    return found;
  };
  const replace = async (id: number, people: TestPerson[], bytes?: Buffer, more: object = {}) => {
    const form = formOf({ user_ids: people.map((who) => who.userId), ...more }, bytes);
    return t.app.inject({
      method: 'PUT',
      url: `/api/training/files/${id}`,
      headers: { ...t.admin.headers, ...form.headers },
      payload: form.payload,
    });
  };
  const confirm = (id: number, by: TestPerson) =>
    t.app.inject({ method: 'POST', url: `/api/documents/${id}/acknowledge`, headers: by.headers });
  const httpError = async (id: number, by: TestPerson) => {
    const answer = await confirm(id, by);
    return [answer.statusCode, answer.json().error];
  };
  const isKept = async (key: string) => {
    for await (const entry of t.ctx.storage.list()) if (entry.key === key) return true;
    return false;
  };
  const receipts = (id: number) =>
    t.ctx.db
      .selectFrom('document_receipts')
      .selectAll()
      .where('file_id', '=', id)
      .orderBy('revision')
      .orderBy('user_id')
      .execute();
  const heard = async (who: TestPerson, name: string) => {
    const answer = await t.app.inject({ url: '/api/notifications', headers: who.headers });
    return (answer.json().notifications as { message: string }[])
      .map((notice) => notice.message)
      .filter((message) => message.includes(name));
  };

  const notOpened = [409, 'Open this file first, then confirm that you have read it.'];
  const thanks = 'Thank you. The office can see that you have read this.';

  test('read, then confirmed; the office sees how many', async () => {
    const id = await document('training', {
      user_ids: [t.employee.userId, berta.userId],
      acknowledge: 1,
    });
    expect(await httpError(id, t.employee)).toEqual(notOpened);
    const { file_path } = await one(id, t.employee);
    expect(await httpError(id, t.employee)).toEqual(notOpened);
    await open(file_path, t.employee);
    await open(file_path, berta);
    expect(await one(id)).toMatchObject({ opened_count: 2, acknowledged_count: 0 });
    const opened = await one(id, t.employee);
    expect(opened).toMatchObject({ opened_at: expect.any(String), acknowledged_at: null });

    const answer = await confirm(id, t.employee);
    expect([answer.statusCode, answer.json()]).toEqual([200, { message: thanks }]);
    const confirmed = await one(id, t.employee);
    expect(confirmed).toEqual({ ...opened, acknowledged_at: expect.any(String) });
    expect((await confirm(id, t.employee)).json()).toEqual({ message: thanks });
    expect(await one(id, t.employee)).toEqual(confirmed);
    expect(await one(id)).toMatchObject({ opened_count: 2, acknowledged_count: 1 });
    const audit = await t.ctx.db
      .selectFrom('audit')
      .select(['user_id', 'detail'])
      .where('action', '=', 'document.acknowledge')
      .where('target_id', '=', String(id))
      .execute();
    expect(audit).toEqual([{ user_id: t.employee.userId, detail: '{"revision":1}' }]);
  });

  test('who was not asked, has it not, or was taken off it, confirms nothing', async () => {
    const id = await document('training', { user_ids: [t.employee.userId] });
    await open((await one(id)).file_path, t.employee);
    expect(await httpError(id, t.employee)).toEqual([
      409,
      'The office did not ask for a confirmation of this file.',
    ]);
    for (const [who, which] of [
      [berta, id],
      [t.admin, id],
      [t.employee, 2_000_000_000],
    ] as const) {
      expect((await confirm(which, who)).statusCode).toBe(404);
    }
    await replace(id, [berta]);
    expect((await confirm(id, t.employee)).statusCode).toBe(404);
  });

  test('fifty at once open and confirm once', async () => {
    const id = await document('training', { user_ids: [t.employee.userId], acknowledge: 1 });
    const { file_path } = await one(id, t.employee);
    await Promise.all(Array.from({ length: 50 }, () => open(file_path, t.employee)));
    const answers = await Promise.all(Array.from({ length: 50 }, () => confirm(id, t.employee)));
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]));
    expect(await receipts(id)).toEqual([
      {
        file_id: id,
        revision: 1,
        user_id: t.employee.userId,
        delivered_at: expect.any(String),
        opened_at: expect.any(String),
        acknowledged_at: expect.any(String),
      },
    ]);
    expect(await one(id)).toMatchObject({ opened_count: 1, acknowledged_count: 1 });
  });

  test('another content starts the receipts over; the old ones stay with the old hash', async () => {
    const name = `Rules ${randomUUID()}`;
    const id = await document('training', {
      user_ids: [t.employee.userId],
      acknowledge: 1,
      file_name: name,
    });
    const before = await one(id, t.employee);
    await open(before.file_path, t.employee);
    await confirm(id, t.employee);

    const bytes = pdfOf('The new rules');
    const answer = await replace(id, [t.employee, berta], bytes, { version: 1 });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { message: 'File updated successfully.' },
    ]);
    const after = await one(id);
    expect(after).toMatchObject({
      file_name: name,
      revision: 2,
      version: 2,
      size: bytes.length,
      acknowledge: 1,
      opened_count: 0,
      acknowledged_count: 0,
    });
    expect(after.file_path).not.toBe(before.file_path);
    expect(after.uploaded_at > before.uploaded_at).toBe(true);
    expect([await isKept(before.file_path), await isKept(after.file_path)]).toEqual([false, true]);
    expect(await one(id, t.employee)).toMatchObject({ opened_at: null, acknowledged_at: null });
    expect(await httpError(id, t.employee)).toEqual(notOpened);

    const revisions = await t.ctx.db
      .selectFrom('document_revisions')
      .select(['revision', 'sha256'])
      .where('file_id', '=', id)
      .orderBy('revision')
      .execute();
    expect(revisions).toEqual([
      { revision: 1, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      { revision: 2, sha256: sha256(bytes) },
    ]);
    expect((await receipts(id))[0]).toMatchObject({
      revision: 1,
      opened_at: expect.any(String),
      acknowledged_at: expect.any(String),
    });
    const given = `New training file: ${name}. You find it under Training.`;
    const replaced = `The training file ${name} was replaced. Please open it again, under Training.`;
    expect([await heard(t.employee, name), await heard(berta, name)]).toEqual([
      [replaced, given],
      [given],
    ]);
  });

  test('a replacement that is refused changes nothing and leaves nothing behind', async () => {
    const id = await document('training', { user_ids: [berta.userId] });
    const before = await one(id);
    const count = async () => {
      let files = 0;
      for await (const _ of t.ctx.storage.list()) files += 1;
      return files;
    };
    const files = await count();
    const elsewhere = formOf({ user_ids: [berta.userId] });
    const answers = [
      await replace(id, [berta], undefined, { version: 7 }),
      await replace(id, [berta], undefined, { user_ids: [2_147_483_647] }),
      await replace(id, [], undefined),
      await replace(id, [berta], Buffer.from([0, 1, 2, 3])),
      await replace(2_147_483_647, [berta]),
      await t.app.inject({
        method: 'PUT',
        url: `/api/reports/files/${id}`,
        headers: { ...t.admin.headers, ...elsewhere.headers },
        payload: elsewhere.payload,
      }),
    ];
    expect(answers.map((answer) => answer.statusCode)).toEqual([409, 400, 400, 415, 404, 404]);
    expect(answers[0]?.json().current).toEqual(before);
    expect([await one(id), await count()]).toEqual([before, files]);
  });

  test('of two who replace at once one content stays, and it is whole', async () => {
    const id = await document('training', { user_ids: [berta.userId] });
    const answers = await Promise.all(
      [1, 2, 3].map((n) => replace(id, [berta], pdfOf(`content ${n}`), { version: 1 })),
    );
    expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([200, 409, 409]);
    const { file_path, revision } = await one(id);
    expect([revision, await isKept(file_path)]).toEqual([2, true]);
    await open(file_path, berta);
    expect(await one(id)).toMatchObject({ opened_count: 1 });
  });

  test('who opens while it is replaced and confirmed meets no fault, and no old receipt counts', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await document('training', { user_ids: [berta.userId], acknowledge: 1 });
      const { file_path } = await one(id, berta);
      const [, replaced] = await Promise.all([
        open(file_path, berta).catch(() => undefined),
        replace(id, [berta, t.employee]),
        confirm(id, berta),
      ]);
      expect(replaced.statusCode, replaced.body).toBe(200);
      const rows = await receipts(id);
      const present = rows.filter((row) => row.revision === 2);
      expect(await one(id)).toMatchObject({
        opened_count: present.filter((row) => row.opened_at).length,
        acknowledged_count: present.filter((row) => row.acknowledged_at).length,
      });
    }
  });

  test('who is taken off it and put back finds the receipts again', async () => {
    const id = await document('training', { user_ids: [berta.userId, t.employee.userId] });
    await open((await one(id, berta)).file_path, berta);
    const put = (people: TestPerson[]) =>
      t.app.inject({
        method: 'PUT',
        url: `/api/training/files/${id}`,
        headers: t.admin.headers,
        payload: { user_ids: people.map((who) => who.userId) },
      });
    await put([t.employee]);
    expect(await one(id)).toMatchObject({ opened_count: 0 });
    await put([t.employee, berta]);
    expect(await one(id)).toMatchObject({ opened_count: 1 });
    expect(await one(id, berta)).toMatchObject({ opened_at: expect.any(String) });
    const rows = await t.ctx.db
      .selectFrom('document_assignments')
      .select('user_id')
      .where('file_id', '=', id)
      .execute();
    expect(rows).toHaveLength(2);
  });

  test('what is listed counts as delivered, for whom it was given to alone, and once', async () => {
    const id = await document('training', { user_ids: [berta.userId, t.admin.userId] });
    expect(await receipts(id)).toEqual([]);
    await one(id, berta);
    const [first] = await receipts(id);
    expect(first).toMatchObject({ user_id: berta.userId, opened_at: null });
    await Promise.all([one(id, berta), one(id, berta), one(id)]);
    const rows = await receipts(id);
    expect(rows.map((row) => row.user_id).toSorted()).toEqual(
      [berta.userId, t.admin.userId].toSorted(),
    );
    expect(rows).toContainEqual(first);
    expect(await one(id)).toMatchObject({ opened_count: 0 });
  });

  test('a delivery that cannot be written down does not keep the list back', async () => {
    const id = await document('training', { user_ids: [berta.userId] });
    await t.ctx.db.schema.alterTable('audit').renameTo('audit_away').execute();
    try {
      expect((await one(id, berta)).file_id).toBe(id);
    } finally {
      await t.ctx.db.schema.alterTable('audit_away').renameTo('audit').execute();
    }
    expect(await receipts(id)).toEqual([]);
    await one(id, berta);
    expect(await receipts(id)).toHaveLength(1);
  });
});
