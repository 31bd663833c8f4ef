import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp, type TestPerson } from '../../../tests/harness/app.ts';
import { onBothDatabases } from '../../../tests/harness/databases.ts';
import { formOf } from '../../../tests/harness/documents.ts';
import { employeeFilesOf } from '../../../tests/harness/employee-files.ts';
import { docOf, docxOf } from '../../../tests/harness/file-samples.ts';
import { multipartOf, pdfOf, sha256 } from '../../../tests/harness/multipart.ts';

onBothDatabases('employee files', (engine) => {
  let t: TestApp;
  let second: TestPerson;
  const office = employeeFilesOf(() => t);
  let clock = Date.parse('2026-03-02T15:00:00.000Z');
  beforeAll(async () => {
    t = await startApp(engine, {
      now: () => {
        // A second passes between any two looks at the clock.
        clock += 1000;
        return new Date(clock);
      },
    });
    second = await t.person('second', 'employee');
  });
  afterAll(() => t.close());

  const both = () => [t.employee, second];
  const idsOf = (people: readonly TestPerson[]) => people.map(({ userId }) => userId);
  const file = async (id: number) => (await office.files()).find((row) => row.file_id === id);

  test('an upload is listed with its people for an admin, with the own id alone for each of them', async () => {
    const file_name = 'W-4 “O’Brien” 🚚';
    const answer = await office.upload({ user_ids: idsOf(both()), file_name });
    expect([answer.statusCode, answer.json()]).toEqual([
      201,
      { message: 'File uploaded successfully.', file_id: expect.any(Number) },
    ]);
    const { file_id } = answer.json();
    const row = {
      assignment_id: expect.any(Number),
      file_id,
      user_id: t.employee.userId,
      file_name,
      file_path: expect.stringMatching(/^employee-files\/[0-9a-f-]{36}\.pdf$/),
      upload_date: expect.stringMatching(/^2026-03-02T.*Z$/),
      status: null,
      assigned_user_ids: idsOf(both()),
      version: 1,
      revision: 1,
      kind: 'pdf',
      size: expect.any(Number),
      acknowledge: 0,
      opened_at: null,
      acknowledged_at: null,
      awaiting_review: 0,
    };
    expect(await office.listOf(file_id)).toEqual([{ ...row, user_id: second.userId }, row]);
    const own = { ...row, assigned_user_ids: [t.employee.userId] };
    expect(await office.listOf(file_id, t.employee)).toEqual([own]);
    expect((await office.notices(second))[0]).toBe(
      `New file for you: ${file_name}. You find it under Employee Files.`,
    );
  });

  test('takes PDF, DOC and DOCX by their bytes, newest first, and the own name when none is given', async () => {
    const sent = [pdfOf(randomUUID()), docOf(), docxOf(randomUUID())];
    for (const bytes of sent) {
      expect((await office.upload({ user_ids: [t.employee.userId] }, bytes)).statusCode).toBe(201);
    }
    const [third, second, first] = await office.list(t.employee);
    expect([first?.kind, second?.kind, third?.kind]).toEqual(['pdf', 'doc', 'docx']);
    expect(first?.file_name).toBe('Week 40.pdf');
    const before = await office.stored();
    const text = await office.upload({ user_ids: [t.employee.userId] }, Buffer.from('plain'));
    expect([text.statusCode, text.json()]).toEqual([
      415,
      expect.objectContaining({ error: expect.any(String) }),
    ]);
    expect(await office.stored()).toEqual(before);
  });

  test('a file without people waits to be assigned, in the list of files alone', async () => {
    for (const fields of [{}, { user_ids: '' }, { user_ids: [] }]) {
      const { file_id } = (await office.upload({ ...fields, file_name: 'Later' })).json();
      expect(await office.listOf(file_id)).toEqual([]);
      expect(await file(file_id)).toMatchObject({ file_name: 'Later', assigned_user_ids: [] });
      expect((await office.put(file_id, { user_ids: [second.userId] })).statusCode).toBe(200);
      expect(await office.listOf(file_id, second)).toHaveLength(1);
    }
  });

  test('what is refused says why, and leaves nothing behind', async () => {
    const before = [await office.stored(), await office.files()];
    const none = multipartOf([{ name: 'user_ids', value: '[1]' }]);
    const url = '/api/employee-files/upload';
    const headers = { ...t.admin.headers, ...none.headers };
    const missing = await t.app.inject({ method: 'POST', url, headers, payload: none.payload });
    expect([missing.statusCode, missing.json()]).toEqual([
      400,
      {
        code: 'validation_failed',
        error: 'Please select a file.',
        fields: { file: 'Please select a file.' },
      },
    ]);
    const closed = await t.person(`c${randomUUID()}`, 'employee');
    await office.call('DELETE', `/api/users/${closed.userId}`);
    for (const id of [closed.userId, 2_147_483_647]) {
      const unknown = await office.upload({ user_ids: [t.employee.userId, id] });
      expect([unknown.statusCode, Object.keys(unknown.json().fields)]).toEqual([400, ['user_ids']]);
    }
    expect((await office.upload({ user_ids: 'x' })).statusCode).toBe(400);
    expect((await office.upload({ file_name: 'x'.repeat(201) })).statusCode).toBe(400);
    const large = await office.upload({}, pdfOf('large', t.ctx.config.uploadBytes + 1));
    expect(large.statusCode).toBe(413);
    const json = await office.call('POST', url, t.admin, { file_name: 'x' });
    expect(json.statusCode).toBe(415);
    expect([await office.stored(), await office.files()]).toEqual(before);
  });

  test('an upload is stored once per key; with another file it is 422', async () => {
    const form = formOf({ user_ids: [t.employee.userId], file_name: 'Once' });
    const key = randomUUID();
    const send = ({ payload, headers } = form) =>
      t.app.inject({
        method: 'POST',
        url: '/api/employee-files/upload',
        headers: { ...t.admin.headers, ...headers, 'idempotency-key': key },
        payload,
      });
    const [one, two] = await Promise.all([send(), send()]);
    expect([one.statusCode, one.json()]).toEqual([201, two.json()]);
    expect(
      (await send(formOf({ user_ids: [t.employee.userId], file_name: 'Once' }))).statusCode,
    ).toBe(422);
    expect((await office.files()).filter(({ file_name }) => file_name === 'Once')).toHaveLength(1);
    await office.stored();
  });

  test('a change leaves what is not sent', async () => {
    const id = await office.handOut(both(), 'I-9');
    const before = await file(id);
    for (const fields of [{}, { file_name: '' }, { file_name: 'I-9' }, { version: 1 }]) {
      const answer = await office.put(id, fields);
      expect([answer.statusCode, answer.json()]).toEqual([
        200,
        { message: 'File updated successfully.' },
      ]);
    }
    expect(await file(id)).toEqual(before);
    await office.put(id, { file_name: 'I-9 of 2026' });
    expect(await file(id)).toEqual({ ...before, file_name: 'I-9 of 2026', version: 2 });
    await office.put(id, { user_ids: [second.userId] });
    expect(await file(id)).toMatchObject({ assigned_user_ids: [second.userId], version: 3 });
    await office.put(id, { user_ids: [] });
    expect(await file(id)).toMatchObject({ assigned_user_ids: [], file_name: 'I-9 of 2026' });
  });

  test('a stale change is 409 with the file as it is, and changes nothing', async () => {
    const id = await office.handOut([t.employee], 'Before');
    await office.put(id, { file_name: 'After', version: 1 });
    const stored = await office.stored();
    const answer = await office.put(id, { file_name: 'Mine', version: 1 }, pdfOf(randomUUID()));
    expect([answer.statusCode, answer.json()]).toEqual([
      409,
      {
        code: 'version_conflict',
        error: 'Someone else changed this. Review the current version and save again.',
        current: await file(id),
      },
    ]);
    expect(await file(id)).toMatchObject({ file_name: 'After', version: 2, revision: 1 });
    expect(await office.stored()).toEqual(stored);
    const unknown = await office.put(id, { user_ids: [2_147_483_647] }, pdfOf(randomUUID()));
    expect(unknown.statusCode).toBe(400);
    expect(await office.stored()).toEqual(stored);
  });

  test('another content starts its receipts over, keeps the versions and drops the old bytes', async () => {
    const id = await office.handOut(both(), 'Handbook');
    const assignment = await office.assignmentOf(id, t.employee);
    await office.submit(assignment, t.employee);
    const [row] = await office.listOf(id, t.employee);
    await office.open(row?.file_path ?? '', t.employee);
    expect((await office.listOf(id, t.employee))[0]?.opened_at).not.toBeNull();
    const content = pdfOf(randomUUID());
    expect((await office.put(id, {}, content)).statusCode).toBe(200);
    const [after] = await office.listOf(id, t.employee);
    expect(after).toMatchObject({
      file_name: 'Handbook',
      revision: 2,
      status: 'Incomplete',
      opened_at: null,
      size: content.length,
    });
    expect(Date.parse(after?.upload_date ?? '')).toBeGreaterThan(
      Date.parse(row?.upload_date ?? ''),
    );
    const keys = await office.stored();
    expect(keys).toContain(after?.file_path);
    expect(keys).not.toContain(row?.file_path);
    const { sha256: hash } = await t.ctx.db
      .selectFrom('objects')
      .select('sha256')
      .where('key', '=', after?.file_path ?? '')
      .executeTakeFirstOrThrow();
    expect(hash).toBe(sha256(content));
    expect((await office.notices(second))[0]).toBe(
      'The file Handbook was replaced. Please open it again, under Employee Files.',
    );
  });

  test('a deletion takes assignments, versions, receipts and every byte with it', async () => {
    const before = await office.stored();
    const id = await office.handOut(both(), 'Gone');
    const [first, other] = await Promise.all(both().map((by) => office.assignmentOf(id, by)));
    await office.submit(first ?? 0, t.employee);
    await office.submit(first ?? 0, t.employee);
    const version = await office.submit(other ?? 0, second);
    // Also what is hidden.
    await office.put(id, { user_ids: [t.employee.userId] });
    const answer = await office.call('DELETE', `/api/employee-files/${id}`);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { message: 'File deleted successfully.' },
    ]);
    expect(await office.stored()).toEqual(before);
    for (const table of [
      'document_assignments',
      'document_revisions',
      'document_receipts',
    ] as const) {
      const rows = t.ctx.db.selectFrom(table).select('file_id').where('file_id', '=', id);
      expect(await rows.execute()).toEqual([]);
    }
    expect(await file(id)).toBeUndefined();
    expect((await office.call('GET', `/api/employee-files/${first}/submissions`)).statusCode).toBe(
      404,
    );
    expect((await office.review(version, 'Complete')).statusCode).toBe(404);
    expect((await office.call('DELETE', `/api/employee-files/${id}`)).statusCode).toBe(404);
    expect((await office.put(id, { file_name: 'x' })).statusCode).toBe(404);
  });
});
