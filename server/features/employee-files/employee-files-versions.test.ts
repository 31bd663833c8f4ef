import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp, type TestPerson } from '../../../tests/harness/app.ts';
import { onBothDatabases } from '../../../tests/harness/databases.ts';
import { formOf } from '../../../tests/harness/documents.ts';
import { employeeFilesOf } from '../../../tests/harness/employee-files.ts';
import { docxOf } from '../../../tests/harness/file-samples.ts';
import { multipartOf, pdfOf } from '../../../tests/harness/multipart.ts';

const notYours = {
  code: 'not_found',
  error: 'There is no such file, or it is not yours to send back.',
};

onBothDatabases('versions sent back', (engine) => {
  let t: TestApp;
  let second: TestPerson;
  const office = employeeFilesOf(() => t);
  beforeAll(async () => {
    t = await startApp(engine);
    second = await t.person('second', 'employee');
  });
  afterAll(() => t.close());

  async function handedOut(people = [t.employee, second]) {
    const file = await office.handOut(people);
    return { file, assignment: await office.assignmentOf(file, people[0] ?? t.employee) };
  }
  const numbers = async (assignment: number) =>
    (await office.versions(assignment)).map(({ version_number }) => version_number);

  test('are numbered, newest first, each Incomplete', async () => {
    const { assignment } = await handedOut();
    expect(await office.versions(assignment, t.employee)).toEqual([]);
    const answer = await office.trySubmit(assignment, t.employee);
    expect([answer.statusCode, answer.json()]).toEqual([
      201,
      { message: 'Submission uploaded successfully.', submission_id: expect.any(Number) },
    ]);
    const later = await office.submit(assignment, t.employee);
    const version = {
      status: 'Incomplete',
      reason: '',
      submitted_at: expect.stringMatching(/Z$/),
      file_name: 'Week 40.pdf',
      submitted_url: expect.stringMatching(/^submissions\/[0-9a-f-]{36}\.pdf$/),
      awaiting_review: 1,
    };
    const expected = [
      { ...version, submission_id: later, version_number: 2 },
      { ...version, submission_id: answer.json().submission_id, version_number: 1 },
    ];
    for (const by of [t.employee, t.admin]) {
      expect(await office.versions(assignment, by)).toEqual(expected);
    }
    await office.open((await office.versions(assignment))[0]?.submitted_url ?? '', t.employee);
  });

  test('of fifty at once are v1 to v50, without a gap and without a failure (SEC29)', async () => {
    const { assignment } = await handedOut();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => office.trySubmit(assignment, t.employee)),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
    const descending = Array.from({ length: 50 }, (_, index) => 50 - index);
    expect(await numbers(assignment)).toEqual(descending);
  });

  test('a number is not used again after a deletion, and the bytes are gone', async () => {
    const { assignment } = await handedOut();
    await office.submit(assignment, t.employee);
    const before = await office.stored();
    const last = await office.submit(assignment, t.employee);
    const answer = await office.removeVersion(last);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { message: 'File version deleted successfully.' },
    ]);
    expect(await office.stored()).toEqual(before);
    expect((await office.removeVersion(last)).statusCode).toBe(404);
    expect((await office.review(last, 'Complete')).statusCode).toBe(404);
    await office.submit(assignment, t.employee);
    expect(await numbers(assignment)).toEqual([3, 1]);
  });

  test('are deleted while others come, and no number comes twice', async () => {
    const { assignment } = await handedOut();
    let last = await office.submit(assignment, t.employee);
    const seen = new Set([1]);
    for (let round = 0; round < 10; round += 1) {
      const [, ...sent] = await Promise.all([
        office.removeVersion(last),
        office.submit(assignment, t.employee),
        office.submit(assignment, t.employee),
      ]);
      const rows = await office.versions(assignment);
      for (const id of sent) {
        const number = rows.find((row) => row.submission_id === id)?.version_number ?? 0;
        expect(seen).not.toContain(number);
        seen.add(number);
      }
      last = rows[0]?.submission_id ?? 0;
    }
    expect(seen.size).toBe(21);
    await office.stored();
  });

  test('once per key, with that file and that assignment', async () => {
    const { assignment } = await handedOut();
    const other = await handedOut();
    const form = formOf();
    const key = randomUUID();
    const send = (id: number, { payload, headers } = form) =>
      t.app.inject({
        method: 'POST',
        url: `/api/employee-files/${id}/submissions`,
        headers: { ...t.employee.headers, ...headers, 'idempotency-key': key },
        payload,
      });
    const [one, two] = await Promise.all([send(assignment), send(assignment)]);
    expect([one.statusCode, one.json()]).toEqual([201, two.json()]);
    expect((await send(assignment)).json()).toEqual(one.json());
    expect((await send(assignment, formOf())).statusCode).toBe(422);
    expect((await send(other.assignment)).statusCode).toBe(422);
    expect([await numbers(assignment), await numbers(other.assignment)]).toEqual([[1], []]);
    await office.stored();
  });

  test('come from the owner alone, an admin for the own ones as well', async () => {
    const { file, assignment } = await handedOut([t.employee, t.admin]);
    const before = await office.stored();
    for (const by of [second, t.admin]) {
      const answer = await office.trySubmit(assignment, by);
      expect([answer.statusCode, answer.json()]).toEqual([404, notYours]);
    }
    expect((await office.trySubmit(2_147_483_647, t.employee)).json()).toEqual(notYours);
    const list = await office.call('GET', `/api/employee-files/${assignment}/submissions`, second);
    expect([list.statusCode, list.json()]).toEqual([404, notYours]);
    expect(await office.stored()).toEqual(before);
    await office.submit(await office.assignmentOf(file, t.admin), t.admin);
    const version = await office.submit(assignment, t.employee);
    const url = `/api/employee-files/${version}/submissions`;
    expect((await office.call('DELETE', url, t.employee)).statusCode).toBe(403);
  });

  test('are PDF by their bytes; anything else leaves nothing behind', async () => {
    const { assignment } = await handedOut();
    const before = await office.stored();
    const send = (form = formOf()) => office.trySubmit(assignment, t.employee, form);
    const none = await send(multipartOf([{ name: 'note', value: 'x' }]));
    expect([none.statusCode, none.json().error]).toEqual([400, 'Please select a file.']);
    for (const bytes of [docxOf(), Buffer.from('<html>%PDF-'), Buffer.alloc(0)]) {
      expect((await send(formOf({}, bytes))).statusCode).toBe(415);
    }
    const large = pdfOf('large', t.ctx.config.uploadBytes + 1);
    expect((await send(formOf({}, large))).statusCode).toBe(413);
    const url = `/api/employee-files/${assignment}/submissions`;
    expect((await office.call('POST', url, t.employee, {})).statusCode).toBe(415);
    expect([await office.stored(), await numbers(assignment)]).toEqual([before, []]);
  });

  test('stay when a person is taken off the file, and come back with them', async () => {
    const { file, assignment } = await handedOut();
    const version = await office.submit(assignment, t.employee);
    await office.review(version, 'Rejected', 'Sign it');
    const before = await office.versions(assignment, t.employee);
    await office.put(file, { user_ids: [second.userId] });
    expect(await office.listOf(file, t.employee)).toEqual([]);
    expect((await office.listOf(file)).map((row) => row.assigned_user_ids)).toEqual([
      [second.userId],
    ]);
    const group = (await office.grouped()).find(({ id }) => id === t.employee.userId);
    expect(group?.files.map(({ id }) => id)).not.toContain(file);
    const url = `/api/employee-files/${assignment}/submissions`;
    for (const by of [t.employee, t.admin]) {
      expect((await office.call('GET', url, by)).statusCode).toBe(404);
    }
    expect((await office.trySubmit(assignment, t.employee)).json()).toEqual(notYours);
    expect((await office.review(version, 'Complete')).statusCode).toBe(404);
    expect((await office.removeVersion(version)).statusCode).toBe(404);

    await office.put(file, { user_ids: [second.userId, t.employee.userId] });
    expect(await office.assignmentOf(file, t.employee)).toBe(assignment);
    expect(await office.versions(assignment, t.employee)).toEqual(before);
    await office.submit(assignment, t.employee);
    expect(await numbers(assignment)).toEqual([2, 1]);
  });

  test('that come while their file is deleted are refused or go with it', async () => {
    const before = await office.stored();
    for (let round = 0; round < 5; round += 1) {
      const { file, assignment } = await handedOut();
      const [deleted, ...sent] = await Promise.all([
        office.call('DELETE', `/api/employee-files/${file}`),
        office.trySubmit(assignment, t.employee),
        office.trySubmit(assignment, t.employee),
      ]);
      expect(deleted.statusCode, deleted.body).toBe(200);
      for (const { statusCode } of sent) expect([201, 404]).toContain(statusCode);
      expect(await office.stored()).toEqual(before);
    }
  });
});
