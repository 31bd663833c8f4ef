import { beforeAll, expect, test } from 'vitest';
import { submissionStatuses } from '#contract/employee-files.ts';
import { replyOf } from '#tests/fixtures/requests.ts';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { employeeFilesOf } from '#tests/harness/employee-files.ts';

onBothWhenFull('versions of employee files', (engine) => {
  const t = suiteApp(engine);
  let second: TestPerson;
  const office = employeeFilesOf(() => t);
  const { submit, trySubmit, review, removeVersion, versions, stored, notices } = office;
  beforeAll(async () => {
    second = await t.person('second', 'employee');
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

  test('are numbered, newest first, and Incomplete', async () => {
    const { assignment } = await assignedFile();
    expect(await versions(assignment, t.employee)).toEqual([]);
    const response = await trySubmit(assignment, t.employee);
    expect(replyOf(response)).toEqual([
      201,
      { message: 'Submission uploaded successfully.', submission_id: expect.any(Number) },
    ]);
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

  test('are hidden while a person is removed from the file, and come back with them', async () => {
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

  test('await a review until an admin sets any status, also the same one', async () => {
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
