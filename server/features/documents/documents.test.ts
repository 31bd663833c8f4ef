import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Document, DocumentKind } from '#contract/documents.ts';
import { startApp, type TestApp, type TestPerson } from '../../../tests/harness/app.ts';
import { onBothDatabases } from '../../../tests/harness/databases.ts';
import { multipartOf, pdfOf, sha256 } from '../../../tests/harness/multipart.ts';

const kinds: readonly DocumentKind[] = ['training', 'settlements', 'reports'];
const nothingHere = {
  code: 'not_found',
  error: "Not found. It may have been deleted, or you don't have access.",
};

onBothDatabases('documents', (engine) => {
  let t: TestApp;
  let berta: TestPerson;
  let now = Date.parse('2026-10-05T12:00:00.000Z');
  const nextSecond = () => {
    now += 1000;
    return new Date(now);
  };
  const bytesKept = async () => {
    const keys: string[] = [];
    for await (const { key } of t.ctx.storage.list()) keys.push(key);
    return keys;
  };
  beforeAll(async () => {
    t = await startApp(engine, { now: nextSecond });
    berta = await t.person('berta', 'employee');
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    await t.ctx.db.deleteFrom('documents').execute();
    await t.ctx.db.deleteFrom('objects').execute();
    for (const key of await bytesKept()) await t.ctx.storage.remove(key);
  });

  const upload = (
    kind: DocumentKind,
    fields: Record<string, string>,
    { file = pdfOf(randomUUID()), name = 'Week 40.pdf', by = t.admin, headers = {} } = {},
  ) => {
    const parts = Object.entries(fields).map(([field, value]) => ({ name: field, value }));
    const form = multipartOf([{ name: 'file', value: file, filename: name }, ...parts]);
    return t.app.inject({
      method: 'POST',
      url: `/api/${kind}/upload`,
      headers: { ...by.headers, ...form.headers, ...headers },
      payload: form.payload,
    });
  };
  const idsOf = (...people: TestPerson[]) => JSON.stringify(people.map((who) => who.userId));
  const add = async (
    kind: DocumentKind,
    people: TestPerson[],
    more: Record<string, string> = {},
  ) => {
    const answer = await upload(kind, { user_ids: idsOf(...people), ...more });
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json().file_id as number;
  };
  const ask = (url: string, by: TestPerson = t.admin) => t.app.inject({ url, headers: by.headers });
  const list = async (kind: DocumentKind, by: TestPerson = t.admin, query = '') =>
    (await ask(`/api/${kind}/files${query}`, by)).json() as Document[];
  const change = (kind: DocumentKind, id: number, payload: object, by = t.admin) =>
    t.app.inject({ method: 'PUT', url: `/api/${kind}/files/${id}`, headers: by.headers, payload });
  const remove = (kind: DocumentKind, id: number, by = t.admin) =>
    t.app.inject({ method: 'DELETE', url: `/api/${kind}/files/${id}`, headers: by.headers });
  const audits = async (id: number) => {
    const rows = await t.ctx.db
      .selectFrom('audit')
      .select(['action', 'user_id', 'detail'])
      .where('target_kind', '=', 'document')
      .where('target_id', '=', String(id))
      .orderBy('id')
      .execute();
    return rows.map((row) => ({ ...row, detail: JSON.parse(row.detail) }));
  };

  test.each(kinds)(
    'a file of %s is handed out, listed, changed and deleted (D1, D2, D3, D4, D6)',
    async (kind) => {
      const file = pdfOf('Anna');
      const sent = await upload(
        kind,
        { user_ids: idsOf(t.employee, berta), acknowledge: '1' },
        { file },
      );
      expect([sent.statusCode, sent.json()]).toEqual([
        201,
        { message: 'File uploaded successfully.', file_id: expect.any(Number) },
      ]);
      const { file_id } = sent.json();
      const everything = {
        file_id,
        file_name: 'Week 40.pdf',
        file_path: expect.stringMatching(new RegExp(`^${kind}/[0-9a-f-]{36}\\.pdf$`)),
        assigned_user_ids: [t.employee.userId, berta.userId],
        uploaded_at: expect.stringMatching(/^2026-10-05T.*Z$/),
        version: 1,
        revision: 1,
        kind: 'pdf',
        size: file.length,
        acknowledge: 1,
        opened_at: null,
        acknowledged_at: null,
        opened_count: 0,
        acknowledged_count: 0,
        net_pay: null,
      };
      expect(await list(kind)).toEqual([everything]);
      const own = { ...everything, opened_count: null, acknowledged_count: null };
      for (const who of [t.employee, berta]) {
        expect(await list(kind, who)).toEqual([{ ...own, assigned_user_ids: [who.userId] }]);
      }
      for (const other of kinds.filter((name) => name !== kind)) {
        expect([await list(other), await list(other, berta)]).toEqual([[], []]);
      }

      const changed = await change(kind, file_id, {
        user_ids: `[${t.admin.userId}, "${berta.userId}"]`,
        file_name: 'Week forty.pdf',
        version: 1,
      });
      expect([changed.statusCode, changed.json()]).toEqual([
        200,
        { message: 'File updated successfully.' },
      ]);
      const [after] = await list(kind);
      expect(after).toEqual({
        ...everything,
        file_name: 'Week forty.pdf',
        assigned_user_ids: expect.toSatisfy(
          (ids: number[]) =>
            ids.toSorted().join() === [t.admin.userId, berta.userId].toSorted().join(),
        ),
        version: 2,
      });
      expect(await list(kind, t.employee)).toEqual([]);

      const [key] = await bytesKept();
      expect(key).toBe(after?.file_path);
      const gone = await remove(kind, file_id);
      expect([gone.statusCode, gone.json()]).toEqual([
        200,
        { message: 'File deleted successfully.' },
      ]);
      expect([await list(kind), await list(kind, berta), await bytesKept()]).toEqual([[], [], []]);
      for (const again of [
        await remove(kind, file_id),
        await change(kind, file_id, { user_ids: [berta.userId] }),
      ]) {
        expect([again.statusCode, again.json()]).toEqual([404, nothingHere]);
      }
      expect(await audits(file_id)).toEqual([
        {
          action: 'document.create',
          user_id: t.admin.userId,
          detail: { kind, user_ids: [t.employee.userId, berta.userId], acknowledge: 1 },
        },
        {
          action: 'document.update',
          user_id: t.admin.userId,
          detail: {
            kind,
            changed: ['file_name', 'user_ids'],
            added: [t.admin.userId],
            removed: [t.employee.userId],
            revision: 1,
          },
        },
        { action: 'document.delete', user_id: t.admin.userId, detail: { kind, revision: 1 } },
      ]);
    },
  );

  test('a name of its own is kept, also with an apostrophe, emoji, markup and marks of direction', async () => {
    for (const name of [
      "O'Brien's week 🚚",
      '<b>"bold"</b> & more',
      'שבוע 40',
      'a/b\\c 100 %s %d',
      'x'.repeat(200),
    ]) {
      const id = await add('training', [berta], { file_name: `  ${name} ` });
      for (const who of [t.admin, berta]) {
        expect((await list('training', who)).find((row) => row.file_id === id)?.file_name).toBe(
          name,
        );
      }
    }
    const tooLong = await upload('training', {
      user_ids: idsOf(berta),
      file_name: 'x'.repeat(201),
    });
    expect([tooLong.statusCode, Object.keys(tooLong.json().fields)]).toEqual([400, ['file_name']]);
    const id = await add('reports', [berta], { file_name: '' });
    await change('reports', id, { user_ids: [berta.userId], file_name: '' });
    expect(await list('reports')).toMatchObject([{ file_name: 'Week 40.pdf', version: 1 }]);
  });

  test('names a missing file or user in the fixed texts and stores nothing (D5)', async () => {
    const file = 'Please select a file.';
    const people = 'Please select at least one user.';
    for (const kind of kinds) {
      const form = multipartOf([{ name: 'user_ids', value: idsOf(berta) }]);
      const noFile = await t.app.inject({
        method: 'POST',
        url: `/api/${kind}/upload`,
        headers: { ...t.admin.headers, ...form.headers },
        payload: form.payload,
      });
      expect([noFile.statusCode, noFile.json()]).toEqual([
        400,
        { code: 'validation_failed', error: file, fields: { file } },
      ]);
      const id = await add(kind, [berta]);
      for (const fields of [{}, { user_ids: '[]' }, { user_ids: '' }] as Record<string, string>[]) {
        for (const answer of [await upload(kind, fields), await change(kind, id, fields)]) {
          expect([answer.statusCode, answer.json()]).toEqual([
            400,
            { code: 'validation_failed', error: people, fields: { user_ids: people } },
          ]);
        }
      }
      const noList = 'Send a JSON list of ids, such as [3, 7].';
      for (const user_ids of ['x', '7', '[0]', '[1.5]', '["x"]', '{}', '[null]', '[2147483648]']) {
        for (const answer of [
          await upload(kind, { user_ids }),
          await change(kind, id, { user_ids }),
        ]) {
          expect([answer.statusCode, answer.json().fields]).toEqual([400, { user_ids: noList }]);
        }
      }
      expect(await list(kind)).toMatchObject([{ file_id: id, version: 1 }]);
    }
    expect(await bytesKept()).toHaveLength(kinds.length);
  });

  test('an unknown or closed user is 400: nothing is stored and the bytes are gone', async () => {
    const closed = await t.person(`gone-${randomUUID()}`, 'employee');
    const url = `/api/users/${closed.userId}`;
    await t.app.inject({ method: 'DELETE', url, headers: t.admin.headers });
    const before = await bytesKept();
    for (const unknown of [closed.userId, 2_147_483_647]) {
      const answer = await upload('training', { user_ids: `[${berta.userId}, ${unknown}]` });
      const sentence = `There is no such user: ${unknown}. Load the list again and choose anew.`;
      expect([answer.statusCode, answer.json()]).toEqual([
        400,
        { code: 'validation_failed', error: sentence, fields: { user_ids: sentence } },
      ]);
    }
    expect([await list('training'), await bytesKept()]).toEqual([[], before]);
    const id = await add('training', [berta]);
    const answer = await change('training', id, { user_ids: [closed.userId] });
    expect(answer.statusCode).toBe(400);
    expect(await list('training')).toMatchObject([{ assigned_user_ids: [berta.userId] }]);
  });

  test('a wrong kind is 415, one too large 413; nothing is left', async () => {
    const before = await bytesKept();
    const text = await upload(
      'settlements',
      { user_ids: idsOf(berta) },
      { file: Buffer.from('Hello') },
    );
    expect([text.statusCode, Object.keys(text.json().fields)]).toEqual([415, ['file']]);
    const size = t.ctx.config.uploadBytes + 1;
    const large = await upload('reports', { user_ids: idsOf(berta) }, { file: pdfOf('x', size) });
    expect([large.statusCode, Object.keys(large.json().fields)]).toEqual([413, ['file']]);
    expect([await list('settlements'), await list('reports')]).toEqual([[], []]);
    expect(await bytesKept()).toEqual(before);
  });

  test('a file of one kind is not there under the address of another', async () => {
    const id = await add('training', [berta]);
    for (const kind of ['settlements', 'reports'] as const) {
      for (const answer of [
        await change(kind, id, { user_ids: [berta.userId] }),
        await remove(kind, id),
      ]) {
        expect([answer.statusCode, answer.json()]).toEqual([404, nothingHere]);
      }
    }
    expect(await list('training')).toMatchObject([{ file_id: id, version: 1 }]);
  });

  test('an employee reads and writes nothing of it; nobody else reads what is not theirs (SEC3)', async () => {
    const markers = await Promise.all(
      kinds.map(
        async (kind) =>
          [kind, await add(kind, [t.employee], { file_name: 'Marker-Emil' })] as const,
      ),
    );
    for (const [kind, id] of markers) {
      for (const answer of [
        await upload(kind, { user_ids: idsOf(berta) }, { by: berta }),
        await change(kind, id, { user_ids: [berta.userId] }, berta),
        await remove(kind, id, berta),
      ]) {
        expect([answer.statusCode, answer.json()]).toEqual([
          403,
          { code: 'forbidden', error: 'Access denied. Admins only.' },
        ]);
      }
      for (const query of ['', '?limit=500', `?user_id=${t.employee.userId}`]) {
        const answer = await ask(`/api/${kind}/files${query}`, berta);
        expect([answer.statusCode, answer.body]).toEqual([200, '[]']);
      }
      const confirmed = await t.app.inject({
        method: 'POST',
        url: `/api/documents/${id}/acknowledge`,
        headers: berta.headers,
      });
      expect([confirmed.statusCode, confirmed.json()]).toEqual([404, nothingHere]);
    }
    const own = await ask('/api/badges', berta);
    expect(own.json()).toMatchObject({ unopened_training: 0, unopened_settlements: 0 });
    const heard = await ask('/api/notifications', berta);
    expect(heard.body).not.toContain('Marker-Emil');
  });

  test('newest upload first; in pages that hold still while others write', async () => {
    for (let n = 0; n < 5; n += 1) await add('reports', n % 2 ? [berta] : [berta, t.employee]);
    for (const who of [t.admin, berta, t.employee]) {
      const whole = await list('reports', who);
      const ids = whole.map((row) => row.file_id);
      expect(ids).toEqual(ids.toSorted((one, other) => other - one));
      const first = await ask('/api/reports/files?limit=2', who);
      await add('reports', [who]);
      const rest: Document[] = [];
      let next = first.headers['x-next-before'];
      while (next) {
        const page = await ask(`/api/reports/files?limit=2&before=${next}`, who);
        rest.push(...page.json());
        next = page.headers['x-next-before'];
      }
      const seen = (row: Document) => row.file_id;
      expect([...first.json(), ...rest].map(seen)).toEqual(whole.map(seen));
    }
    const wrong = await ask('/api/reports/files?before=x');
    expect([wrong.statusCode, Object.keys(wrong.json().fields)]).toEqual([400, ['before']]);
  });

  test('the same key stores once, also when both come at once; other bytes or people are 422', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const file = pdfOf('once');
    const fields = { user_ids: idsOf(berta) };
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => upload('training', fields, { file, headers })),
    );
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
    expect(answers[0]?.statusCode).toBe(201);
    expect(await list('training')).toHaveLength(1);
    expect(await bytesKept()).toHaveLength(1);
    for (const other of [
      await upload('training', fields, { file: pdfOf('other'), headers }),
      await upload('training', { user_ids: idsOf(t.employee) }, { file, headers }),
    ]) {
      expect(other.statusCode).toBe(422);
    }
    expect(await bytesKept()).toHaveLength(1);
    expect((await upload('reports', fields, { file, headers })).statusCode).toBe(201);
  });

  test('whoever is given a file hears of it, once, and nobody else; their pages are told', async () => {
    const toUsers = vi.spyOn(t.ctx.realtime, 'toUsers');
    const toAdmins = vi.spyOn(t.ctx.realtime, 'toAdmins');
    const name = `Safety ${randomUUID()}`;
    const id = await add('training', [berta], { file_name: name });
    const heard = async (who: TestPerson) =>
      ((await ask('/api/notifications', who)).json().notifications as { message: string }[])
        .map((notice) => notice.message)
        .filter((message) => message.includes(name));
    const given = `New training file: ${name}. You find it under Training.`;
    expect([await heard(berta), await heard(t.employee), await heard(t.admin)]).toEqual([
      [given],
      [],
      [],
    ]);
    expect(toUsers.mock.calls.map(([ids, event]) => [ids, event])).toEqual([
      [[berta.userId], 'notification'],
      [[berta.userId], 'documents'],
      [[berta.userId], 'badges'],
    ]);
    expect(toAdmins.mock.calls).toEqual([['documents']]);

    await change('training', id, { user_ids: [berta.userId, t.employee.userId] });
    expect([await heard(berta), await heard(t.employee)]).toEqual([[given], [given]]);
    await change('training', id, { user_ids: [t.employee.userId] });
    await change('training', id, { user_ids: [t.employee.userId, berta.userId] });
    expect([await heard(berta), await heard(t.employee)]).toEqual([[given, given], [given]]);
    vi.restoreAllMocks();
  });

  test('what changes nothing is no change; of admins who save at once one wins', async () => {
    const id = await add('training', [berta]);
    for (const body of [{}, { file_name: 'Week 40.pdf' }, { acknowledge: 0, version: 1 }]) {
      const same = { user_ids: [berta.userId], ...body };
      expect((await change('training', id, same)).statusCode).toBe(200);
    }
    expect(await audits(id)).toHaveLength(1);
    const names = ['a', 'b', 'c', 'd', 'e'];
    const answers = await Promise.all(
      names.map((file_name) =>
        change('training', id, { user_ids: [berta.userId], file_name, version: 1 }),
      ),
    );
    const statuses = answers.map((answer) => answer.statusCode);
    expect(statuses.toSorted()).toEqual([200, 409, 409, 409, 409]);
    const [current] = await list('training');
    expect(current).toMatchObject({ version: 2, file_name: names[statuses.indexOf(200)] });
    for (const answer of answers.filter(({ statusCode }) => statusCode === 409)) {
      expect(answer.json()).toEqual({
        code: 'version_conflict',
        error: 'Someone else changed this. Review the current version and save again.',
        current,
      });
    }
  });

  test('who delete, change and upload at once meet no fault', async () => {
    for (let round = 0; round < 4; round += 1) {
      const id = await add('training', [berta]);
      const answers = await Promise.all([
        remove('training', id),
        change('training', id, { user_ids: [t.employee.userId, t.admin.userId] }),
        list('training', berta).then(() => remove('training', id)),
        upload('training', { user_ids: idsOf(berta, t.employee) }),
      ]);
      for (const { statusCode, body } of answers)
        expect([200, 201, 404], body).toContain(statusCode);
    }
    const rows = await list('training');
    expect((await bytesKept()).toSorted()).toEqual(rows.map((row) => row.file_path).toSorted());
  });

  test('an account that is closed leaves the lists; its receipts stay', async () => {
    const leaver = await t.person(`leaver-${randomUUID()}`, 'employee');
    const id = await add('reports', [leaver, berta]);
    await list('reports', leaver);
    const url = `/api/users/${leaver.userId}`;
    const closed = await t.app.inject({ method: 'DELETE', url, headers: t.admin.headers });
    expect(closed.statusCode).toBe(200);
    expect(await list('reports')).toMatchObject([{ assigned_user_ids: [berta.userId] }]);
    await change('reports', id, { user_ids: [t.employee.userId] });
    expect(await list('reports')).toMatchObject([{ assigned_user_ids: [t.employee.userId] }]);
    const kept = await t.ctx.db
      .selectFrom('document_receipts')
      .select('delivered_at')
      .where('user_id', '=', leaver.userId)
      .execute();
    expect(kept).toEqual([{ delivered_at: expect.any(String) }]);
  });

  test('the bytes are what was sent, with their hash', async () => {
    const file = pdfOf('exactly these');
    await upload('training', { user_ids: idsOf(berta) }, { file });
    const [object] = await t.ctx.db
      .selectFrom('documents')
      .innerJoin('objects', 'objects.key', 'documents.object_key')
      .innerJoin('document_revisions as r', 'r.file_id', 'documents.file_id')
      .select(['objects.sha256', 'r.sha256 as seen', 'objects.size'])
      .execute();
    expect(object).toEqual({ sha256: sha256(file), seen: sha256(file), size: file.length });
  });
});
