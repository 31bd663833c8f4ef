import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { replyOf } from '#tests/fixtures/requests.ts';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { idsOf, tickingClock } from '#tests/harness/documents.ts';
import { employeeFilesOf } from '#tests/harness/employee-files.ts';
import { docOf, docxOf } from '#tests/harness/file-samples.ts';
import { pdfOf } from '#tests/harness/multipart.ts';

onBothWhenFull('employee files', (engine) => {
  const t = suiteApp(engine, { now: tickingClock('2026-03-02T15:00:00.000Z') });
  let second: TestPerson;
  const office = employeeFilesOf(() => t);
  const { file, put, listOf, stored, notices } = office;
  beforeAll(async () => {
    second = await t.person('second', 'employee');
  });

  const both = () => [t.employee, second];

  test('lists all assignees of an upload for admins, and only their own id for employees', async () => {
    const file_name = 'W-4 “O’Brien” 🚚';
    const response = await office.upload({ user_ids: idsOf(both()), file_name });
    expect(replyOf(response)).toEqual([
      201,
      { message: 'File uploaded successfully.', file_id: expect.any(Number) },
    ]);
    const { file_id } = response.json();
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
    expect(await listOf(file_id)).toEqual([{ ...row, user_id: second.userId }, row]);
    const own = { ...row, assigned_user_ids: [t.employee.userId] };
    expect(await listOf(file_id, t.employee)).toEqual([own]);
    const notice = `New file for you: ${file_name}. Find it under Employee Files.`;
    expect((await notices(second))[0]).toBe(notice);
  });

  test('accepts PDF, DOC and DOCX, newest first, named like the upload by default', async () => {
    for (const bytes of [pdfOf(randomUUID()), docOf(), docxOf(randomUUID())]) {
      const response = await office.upload({ user_ids: [t.employee.userId] }, bytes);
      expect(response.statusCode, response.body).toBe(201);
    }
    const rows = (await office.list(t.employee)).slice(0, 3);
    expect(rows.map(({ kind }) => kind)).toEqual(['docx', 'doc', 'pdf']);
    expect(rows.at(-1)?.file_name).toBe('Week 40.pdf');
  });

  test('an update keeps missing and blank fields; [] removes everyone', async () => {
    const id = await office.assignFile(both(), 'I-9');
    const before = await file(id);
    const blank = { user_ids: '', file_name: '', version: '' };
    for (const fields of [{}, blank, { file_name: 'I-9' }, { version: 1 }]) {
      const response = await put(id, fields);
      expect(replyOf(response)).toEqual([200, { message: 'File updated successfully.' }]);
    }
    expect(await file(id)).toEqual(before);
    await put(id, { file_name: 'I-9 of 2026' });
    expect(await file(id)).toEqual({ ...before, file_name: 'I-9 of 2026', version: 2 });
    await put(id, { user_ids: [second.userId] });
    expect(await file(id)).toMatchObject({ assigned_user_ids: [second.userId], version: 3 });
    await put(id, { user_ids: [] });
    expect(await file(id)).toMatchObject({ assigned_user_ids: [], file_name: 'I-9 of 2026' });
  });

  test('a deletion removes assignments, versions, receipts and all bytes', async () => {
    const before = await stored();
    const id = await office.assignFile(both(), 'Gone');
    const [first = 0, other = 0] = await Promise.all(
      both().map((by) => office.assignmentOf(id, by)),
    );
    await office.submit(first, t.employee);
    await office.submit(first, t.employee);
    const version = await office.submit(other, second);
    // Also the versions of people who were removed.
    await put(id, { user_ids: [t.employee.userId] });
    const deleted = await office.remove('employee-files', id);
    expect(replyOf(deleted)).toEqual([200, { message: 'File deleted successfully.' }]);
    expect(await stored()).toEqual(before);
    for (const table of [
      'document_assignments',
      'document_revisions',
      'document_receipts',
    ] as const) {
      const rows = t.ctx.db.selectFrom(table).select('file_id').where('file_id', '=', id);
      expect(await rows.execute()).toEqual([]);
    }
    expect(await file(id)).toBeUndefined();
    for (const response of [
      await office.call('GET', `/api/employee-files/${first}/submissions`),
      await office.review(version, 'Complete'),
      await office.remove('employee-files', id),
      await put(id, { file_name: 'x' }),
    ]) {
      expect(response.statusCode).toBe(404);
    }
  });
});
