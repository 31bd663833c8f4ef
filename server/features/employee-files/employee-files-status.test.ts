import { afterAll, beforeAll, expect, test } from 'vitest';
import { submissionStatuses } from '#contract/employee-files.ts';
import { startApp, type TestApp, type TestPerson } from '../../../tests/harness/app.ts';
import { onBothDatabases } from '../../../tests/harness/databases.ts';
import { employeeFilesOf } from '../../../tests/harness/employee-files.ts';

onBothDatabases('the status of a version', (engine) => {
  let t: TestApp;
  let second: TestPerson;
  const office = employeeFilesOf(() => t);
  beforeAll(async () => {
    t = await startApp(engine);
    second = await t.person('second', 'employee');
  });
  afterAll(() => t.close());

  async function sent(name = 'W-4') {
    const file = await office.handOut([t.employee, second], name);
    const assignment = await office.assignmentOf(file, t.employee);
    return { file, assignment, version: await office.submit(assignment, t.employee) };
  }
  const statusOf = async (file: number, by: TestPerson) =>
    (await office.listOf(file, by)).map(({ status, awaiting_review }) => [status, awaiting_review]);

  test('is set by an admin to any from any', async () => {
    const { file, assignment, version } = await sent();
    expect(await statusOf(file, t.employee)).toEqual([['Incomplete', 1]]);
    for (const from of submissionStatuses) {
      for (const to of submissionStatuses) {
        await office.review(version, from);
        const answer = await office.review(version, to);
        expect([answer.statusCode, answer.json()]).toEqual([200, { message: 'Status updated.' }]);
        expect((await office.versions(assignment))[0]?.status).toBe(to);
        expect(await statusOf(file, t.employee)).toEqual([[to, 0]]);
      }
    }
  });

  test('waits for a look until any was set, also the one that it has', async () => {
    const { file, assignment, version } = await sent();
    const waiting = async () =>
      (await office.files()).find((row) => row.file_id === file)?.awaiting_user_ids;
    expect(await waiting()).toEqual([t.employee.userId]);
    await office.review(version, 'Incomplete');
    expect(await waiting()).toEqual([]);
    expect(await office.versions(assignment, t.employee)).toMatchObject([
      { status: 'Incomplete', awaiting_review: 0 },
    ]);
    await office.submit(assignment, t.employee);
    expect(await waiting()).toEqual([t.employee.userId]);
  });

  test('is, of a file, that of its latest version', async () => {
    const { file, assignment, version } = await sent();
    await office.review(version, 'Complete');
    const later = await office.submit(assignment, t.employee);
    expect(await statusOf(file, t.employee)).toEqual([['Incomplete', 1]]);
    await office.review(version, 'Archived');
    expect(await statusOf(file, t.employee)).toEqual([['Incomplete', 1]]);
    await office.removeVersion(later);
    expect(await statusOf(file, t.employee)).toEqual([['Archived', 0]]);
    await office.removeVersion(version);
    expect(await statusOf(file, t.employee)).toEqual([[null, 0]]);
    expect(await statusOf(file, second)).toEqual([[null, 0]]);
  });

  test('a status has a reason, which the employee reads; of a rejection they are told', async () => {
    const { assignment, version } = await sent("Driver's form 🚚");
    const reason = "The signature isn't there.\nPage 2, <b>bottom</b>.";
    await office.review(version, 'Rejected', reason);
    const read = async () => (await office.versions(assignment, t.employee))[0];
    expect(await read()).toMatchObject({ status: 'Rejected', reason, awaiting_review: 0 });
    const [handedOut] = (await office.files()).filter(({ reasons }) => reasons.length > 0);
    expect(handedOut?.reasons).toEqual([{ submission_id: version, reason }]);
    const [notice] = await office.notices(t.employee);
    expect(notice).toBe(
      `Your version v1 of Driver's form 🚚 was rejected. Please send a new one, under Employee Files. Reason: ${reason}`,
    );
    expect(await office.notices(second)).not.toContain(notice);
    // An answer that was lost is asked for again, and nobody is told twice.
    await office.review(version, 'Rejected', reason);
    expect((await office.notices(t.employee)).filter((text) => text === notice)).toHaveLength(1);
    await office.review(version, 'Complete', 'Thank you, in time.');
    expect(await read()).toMatchObject({ status: 'Complete', reason: 'Thank you, in time.' });
    await office.review(version, 'Rejected');
    expect(await read()).toMatchObject({ status: 'Rejected', reason: '' });
    expect((await office.notices(t.employee))[0]).toBe(
      "Your version v1 of Driver's form 🚚 was rejected. Please send a new one, under Employee Files.",
    );
  });

  test('counts as waiting for the driver until a new version is sent', async () => {
    const { file, assignment, version } = await sent();
    const [mine] = await office.listOf(file, t.employee);
    await office.open(mine?.file_path ?? '', t.employee);
    const waiting = async () => {
      const answer = await office.call('GET', '/api/badges', t.employee);
      return answer.json().forms_to_send_again;
    };
    const before = await waiting();
    await office.review(version, 'Rejected', 'No signature.');
    expect(await waiting()).toBe(before + 1);
    await office.submit(assignment, t.employee);
    expect(await waiting()).toBe(before);
  });

  test('is written down without what was said to the person', async () => {
    const { version } = await sent();
    await office.review(version, 'Rejected', 'A private word');
    const { detail, user_id } = await t.ctx.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'submission.status')
      .where('target_id', '=', String(version))
      .executeTakeFirstOrThrow();
    expect([user_id, JSON.parse(detail)]).toEqual([
      t.admin.userId,
      { status: { before: 'Incomplete', after: 'Rejected' } },
    ]);
  });

  test('is refused to others, and when it is none', async () => {
    const { assignment, version } = await sent();
    const url = `/api/employee-files/${version}/status`;
    const foreign = await office.call('PUT', url, t.employee, { status: 'Complete' });
    expect([foreign.statusCode, foreign.json()]).toEqual([
      403,
      { code: 'forbidden', error: 'Access denied. Admins only.' },
    ]);
    for (const status of ['Done', 'complete', '', null, undefined, 1]) {
      const answer = await office.review(version, status);
      expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, ['status']]);
    }
    expect((await office.review(version, 'Rejected', 'x'.repeat(10_001))).statusCode).toBe(400);
    expect((await office.review(2_147_483_647, 'Complete')).statusCode).toBe(404);
    expect(await office.versions(assignment)).toMatchObject([{ status: 'Incomplete', reason: '' }]);
  });
});
