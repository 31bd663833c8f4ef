import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { tickingClock } from '#tests/harness/documents.ts';
import { employeeFilesOf } from '#tests/harness/employee-files.ts';
import { employeeOf } from '#tests/harness/employees.ts';

onBothWhenFull('lists of employee files', (engine) => {
  const t = suiteApp(engine, { now: tickingClock('2026-03-02T15:00:00.000Z') });
  let second: TestPerson;
  const office = employeeFilesOf(() => t);
  const { call, assignFile, assignmentOf, submit } = office;
  beforeAll(async () => {
    second = await t.person('second', 'employee');
  });

  const receipts = (fileId: number) =>
    t.ctx.db
      .selectFrom('document_receipts')
      .select(['user_id', 'delivered_at', 'opened_at'])
      .where('file_id', '=', fileId)
      .orderBy('user_id')
      .execute();

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
    expect(newest).toEqual({
      id: recent,
      name: 'Recent',
      file_path: expect.stringMatching(/^employee-files\//),
      uploadDate: date,
      versions: [],
    });
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
    expect(await office.file(id)).toMatchObject({
      assigned_user_ids: [t.employee.userId],
      awaiting_user_ids: [],
      reasons: [],
    });
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
    expect(first).toEqual([{ user_id: second.userId, delivered_at, opened_at: null }]);
    await office.list(second);
    expect(await receipts(id)).toEqual(first);
    // An admin's list has everyone's files, but delivers only the admin's own.
    await office.list(t.admin);
    const ids = (await receipts(id)).map(({ user_id }) => user_id);
    expect(ids).toEqual([t.admin.userId, second.userId]);
  });
});
