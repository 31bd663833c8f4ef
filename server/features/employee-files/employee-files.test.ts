import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { submissionStatuses } from '#contract/employee-files.ts';
import { replyOf } from '#tests/fixtures/requests.ts';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { idsOf, tickingClock } from '#tests/harness/documents.ts';
import { employeeFilesOf } from '#tests/harness/employee-files.ts';
import { employeeOf } from '#tests/harness/employees.ts';
import { docOf, docxOf } from '#tests/harness/file-samples.ts';
import { pdfOf } from '#tests/harness/multipart.ts';
import { jsonOf, rowsOf } from '#tests/records/stored.ts';

onBothWhenFull('employee files', (engine) => {
  const t = suiteApp(engine, { now: tickingClock('2026-03-02T15:00:00.000Z') });
  let second: TestPerson;
  const office = employeeFilesOf(() => t);
  const { assignFile, assignmentOf, call, file, listOf, notices, put, stored, submit } = office;
  const { trySubmit, review, removeVersion, versions } = office;
  beforeAll(async () => {
    second = await t.person('second', 'employee');
  });

  const both = () => [t.employee, second];

  test('lists all assignees of an upload for admins, and only their own id for employees', async () => {
    const file_name = 'W-4 “O’Brien” 🚚';
    const response = await office.upload({ user_ids: idsOf(both()), file_name });
    expect(response.json()).toEqual({
      message: 'File uploaded successfully.',
      file_id: expect.any(Number),
    });
    const { file_id } = response.json();
    const row = {
      ...{ assignment_id: expect.any(Number), file_id, user_id: t.employee.userId, file_name },
      file_path: expect.stringMatching(/^employee-files\/[0-9a-f-]{36}\.pdf$/),
      upload_date: expect.stringMatching(/^2026-03-02T.*Z$/),
      ...{ status: null, assigned_user_ids: idsOf(both()), version: 1, revision: 1 },
      ...{ kind: 'pdf', size: expect.any(Number), acknowledge: 0 },
      ...{ opened_at: null, acknowledged_at: null, awaiting_review: 0 },
    };
    expect(await listOf(file_id)).toEqual([{ ...row, user_id: second.userId }, row]);
    const own = { ...row, assigned_user_ids: [t.employee.userId] };
    expect(await listOf(file_id, t.employee)).toEqual([own]);
    const notice = `New file for you: ${file_name}. Find it under Employee Files.`;
    expect((await notices(second))[0]).toBe(notice);
  });

  test('accepts PDF, DOC and DOCX, newest first, named like the upload by default', async () => {
    for (const bytes of [pdfOf(randomUUID()), docOf(), docxOf(randomUUID())]) {
      await jsonOf(office.upload({ user_ids: [t.employee.userId] }, bytes));
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
    const { message } = (await put(id, { user_ids: [] })).json();
    expect(message).toBe('File updated successfully. Nobody sees it until you choose people.');
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
    const tables = ['document_assignments', 'document_revisions', 'document_receipts'] as const;
    for (const table of tables) expect(await rowsOf(t, table, { file_id: id })).toEqual([]);
    expect(await file(id)).toBeUndefined();
    expect((await office.review(version, 'Complete')).statusCode).toBe(404);
  });

  const receipts = (file_id: number) => rowsOf(t, 'document_receipts', { file_id }, 'user_id');

  test('groups employees by name, with admins who have a file, newest first (F7)', async () => {
    await employeeOf(t, second.userId, { first_name: 'Aaron', last_name: "O'Brien" });
    const plain = await t.person('aardvark', 'employee');
    const otherAdmin = await t.person('otto', 'admin');
    const idle = await t.person('ida', 'admin');
    const old = await assignFile([second], 'Old');
    const recent = await assignFile([second, otherAdmin], 'Recent');
    const assignment = await assignmentOf(old, second);
    const ids = [await submit(assignment, second), await submit(assignment, second)];
    const employees = await office.grouped();
    const group = employees.find(({ id }) => id === second.userId);
    expect(group?.name).toBe("Aaron O'Brien");
    const [newest, next] = group?.files ?? [];
    const date = expect.stringMatching(/^2026-03-02T.*Z$/);
    const file_path = expect.stringMatching(/^employee-files\//);
    const shown = { id: recent, name: 'Recent', file_path, uploadDate: date, versions: [] };
    expect(newest).toEqual(shown);
    const url = expect.stringMatching(/^submissions\/[0-9a-f-]{36}\.pdf$/);
    const version = { status: 'Incomplete', date, url };
    expect(next).toMatchObject({ id: old, name: 'Old' });
    expect(next?.versions).toEqual([
      { ...version, id: ids[1], number: 2 },
      { ...version, id: ids[0], number: 1 },
    ]);
    const byId = new Map(employees.map((entry) => [entry.id, entry]));
    expect(byId.get(plain.userId)).toEqual({ id: plain.userId, name: 'aardvark', files: [] });
    expect(byId.get(otherAdmin.userId)?.files).toHaveLength(1);
    expect(byId.has(idle.userId)).toBe(false);
    const names = employees.map(({ name }) => name);
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en-US')));
  });

  test('a closed account leaves every list with its files', async () => {
    const leaver = await t.person(`l${randomUUID()}`, 'employee');
    const id = await assignFile([leaver, t.employee], 'Shared');
    const assignment = await assignmentOf(id, leaver);
    const version = await submit(assignment, leaver);
    await office.closeAccount(leaver);
    expect((await office.listOf(id)).map((row) => row.user_id)).toEqual([t.employee.userId]);
    const left = { assigned_user_ids: [t.employee.userId], awaiting_user_ids: [], reasons: [] };
    expect(await office.file(id)).toMatchObject(left);
    expect((await office.grouped()).map((entry) => entry.id)).not.toContain(leaver.userId);
    expect((await office.review(version, 'Complete')).statusCode).toBe(404);
    const url = `/api/employee-files/${assignment}/submissions`;
    expect((await call('GET', url)).statusCode).toBe(404);
  });

  test('a GET of an employee’s own list records delivery once; HEAD does not', async () => {
    const id = await assignFile([second, t.admin, t.employee]);
    const { headers } = second;
    await t.app.inject({ method: 'HEAD', url: '/api/employee-files', headers });
    expect(await receipts(id)).toEqual([]);
    await office.list(second);
    const first = await receipts(id);
    const delivered_at = expect.stringMatching(/^2026-03-02T/);
    expect(first).toMatchObject([{ user_id: second.userId, delivered_at, opened_at: null }]);
    await office.list(second);
    expect(await receipts(id)).toEqual(first);
    // An admin's list has everyone's files, but delivers only the admin's own.
    await office.list(t.admin);
    const ids = (await receipts(id)).map(({ user_id }) => user_id);
    expect(ids).toEqual([t.admin.userId, second.userId]);
  });

  async function assignedFile(people = [t.employee, second], name?: string) {
    const file = await office.assignFile(people, name);
    return { file, assignment: await office.assignmentOf(file, people[0] ?? t.employee) };
  }
  async function submitted(name?: string) {
    const { file, assignment } = await assignedFile(undefined, name);
    return { file, assignment, version: await submit(assignment, t.employee) };
  }
  const numbers = async (assignment: number) =>
    (await versions(assignment)).map(({ version_number }) => version_number);
  const statusOf = async (file: number, by = t.employee) => {
    const [row] = await office.listOf(file, by);
    return [row?.status, row?.awaiting_review];
  };

  test('versions are numbered, newest first, and Incomplete', async () => {
    const { assignment } = await assignedFile();
    expect(await versions(assignment, t.employee)).toEqual([]);
    const response = await trySubmit(assignment, t.employee);
    expect(response.json()).toEqual({
      message: 'Submission uploaded successfully.',
      submission_id: expect.any(Number),
    });
    const later = await submit(assignment, t.employee);
    const version = {
      ...{ status: 'Incomplete', reason: '', file_name: 'Week 40.pdf', awaiting_review: 1 },
      submitted_at: expect.stringMatching(/Z$/),
      submitted_url: expect.stringMatching(/^submissions\/[0-9a-f-]{36}\.pdf$/),
    };
    const expected = [
      { ...version, submission_id: later, version_number: 2 },
      { ...version, submission_id: response.json().submission_id, version_number: 1 },
    ];
    for (const by of [t.employee, t.admin])
      expect(await versions(assignment, by)).toEqual(expected);
  });

  test('deleting a version deletes its bytes, and its number is not reused', async () => {
    const { assignment } = await submitted();
    const before = await stored();
    const last = await submit(assignment, t.employee);
    const deleted = await removeVersion(last);
    expect(replyOf(deleted)).toEqual([200, { message: 'File version deleted successfully.' }]);
    expect(await stored()).toEqual(before);
    await submit(assignment, t.employee);
    expect(await numbers(assignment)).toEqual([3, 1]);
  });

  test('versions are hidden while a person is removed from the file, and come back with them', async () => {
    const { file, assignment, version } = await submitted();
    await review(version, 'Rejected', 'Sign it');
    const before = await versions(assignment, t.employee);
    await office.put(file, { user_ids: [second.userId] });
    expect(await office.listOf(file, t.employee)).toEqual([]);
    const rows = await office.listOf(file);
    expect(rows.map((row) => row.assigned_user_ids)).toEqual([[second.userId]]);
    const group = (await office.grouped()).find(({ id }) => id === t.employee.userId);
    expect(group?.files.map(({ id }) => id)).not.toContain(file);
    const url = `/api/employee-files/${assignment}/submissions`;
    for (const response of [
      ...[await office.call('GET', url, t.employee), await office.call('GET', url)],
      await trySubmit(assignment, t.employee),
      ...[await review(version, 'Complete'), await removeVersion(version)],
    ]) {
      expect(response.statusCode).toBe(404);
    }
    await office.put(file, { user_ids: [second.userId, t.employee.userId] });
    expect(await office.assignmentOf(file, t.employee)).toBe(assignment);
    expect(await versions(assignment, t.employee)).toEqual(before);
    await submit(assignment, t.employee);
    expect(await numbers(assignment)).toEqual([2, 1]);
  });

  test('versions await a review until an admin sets any status, also the same one', async () => {
    const { file, version } = await submitted();
    const waiting = async () => (await office.file(file))?.awaiting_user_ids;
    expect(await waiting()).toEqual([t.employee.userId]);
    for (const to of [...submissionStatuses, ...submissionStatuses.toReversed()]) {
      expect((await review(version, to)).json()).toEqual({ message: 'Status updated.' });
      expect(await statusOf(file)).toEqual([to, 0]);
      expect(await waiting()).toEqual([]);
    }
  });

  test('the status of a file is that of its latest version', async () => {
    const { file, assignment, version } = await submitted();
    await review(version, 'Complete');
    const later = await submit(assignment, t.employee);
    expect(await statusOf(file)).toEqual(['Incomplete', 1]);
    await review(version, 'Archived');
    expect(await statusOf(file)).toEqual(['Incomplete', 1]);
    await removeVersion(later);
    expect(await statusOf(file)).toEqual(['Archived', 0]);
    await removeVersion(version);
    expect(await statusOf(file)).toEqual([null, 0]);
    expect(await statusOf(file, second)).toEqual([null, 0]);
  });

  test('a rejection notifies the employee once, with its reason', async () => {
    const { assignment, version } = await submitted("Driver's form 🚚");
    const reason = "The signature isn't there.\nPage 2, <b>bottom</b>.";
    await review(version, 'Rejected', reason);
    const read = async () => (await versions(assignment, t.employee))[0];
    expect(await read()).toMatchObject({ status: 'Rejected', reason, awaiting_review: 0 });
    const [withReason] = (await office.files()).filter(({ reasons }) => reasons.length > 0);
    expect(withReason?.reasons).toEqual([{ submission_id: version, reason }]);
    const rejected =
      "Your version v1 of Driver's form 🚚 was rejected. Please send a new one under Employee Files.";
    const notice = `${rejected} Reason: ${reason}`;
    expect((await notices(t.employee))[0]).toBe(notice);
    expect(await notices(second)).not.toContain(notice);
    await review(version, 'Rejected', reason);
    expect((await notices(t.employee)).filter((text) => text === notice)).toHaveLength(1);
    await review(version, 'Complete', 'Thank you, in time.');
    expect(await read()).toMatchObject({ status: 'Complete', reason: 'Thank you, in time.' });
    await review(version, 'Rejected');
    expect(await read()).toMatchObject({ status: 'Rejected', reason: '' });
    expect((await notices(t.employee))[0]).toBe(rejected);
    const [audit] = (await office.audits('submission', version)).slice(1);
    expect(audit).toEqual({
      action: 'submission.status',
      user_id: t.admin.userId,
      detail: { status: { before: 'Incomplete', after: 'Rejected' }, changed: ['reason'] },
    });
  });
});
