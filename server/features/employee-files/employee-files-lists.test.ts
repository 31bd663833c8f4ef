import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documentsEvent } from '#contract/documents.ts';
import { notificationEvent } from '#contract/notifications.ts';
import { badgesEvent } from '#contract/portal.ts';
import { startApp, type TestApp, type TestPerson } from '../../../tests/harness/app.ts';
import { onBothDatabases } from '../../../tests/harness/databases.ts';
import { liveUpdates, tickingClock } from '../../../tests/harness/documents.ts';
import { employeeFilesOf } from '../../../tests/harness/employee-files.ts';
import { employeeOf } from '../../../tests/harness/employees.ts';

onBothDatabases('lists of employee files', (engine) => {
  let t: TestApp;
  let second: TestPerson;
  const office = employeeFilesOf(() => t);
  const { call, assignFile, assignmentOf, submit } = office;
  beforeAll(async () => {
    t = await startApp(engine, { now: tickingClock('2026-03-02T15:00:00.000Z') });
    second = await t.person('second', 'employee');
  });
  afterAll(() => t.close());

  const receipts = (fileId: number) =>
    t.ctx.db
      .selectFrom('document_receipts')
      .select(['user_id', 'delivered_at', 'opened_at'])
      .where('file_id', '=', fileId)
      .orderBy('user_id')
      .execute();

  test('a document of another kind is not an employee file', async () => {
    const file_id = await office.document('reports');
    const { assignment_id } = await t.ctx.db
      .selectFrom('document_assignments')
      .select('assignment_id')
      .where('file_id', '=', file_id)
      .where('user_id', '=', t.employee.userId)
      .executeTakeFirstOrThrow();
    expect([await office.listOf(file_id), await office.file(file_id)]).toEqual([[], undefined]);
    for (const response of [
      await office.put(file_id, { file_name: 'x' }),
      await office.remove('employee-files', file_id),
      await office.trySubmit(assignment_id, t.employee),
      await call('GET', `/api/employee-files/${assignment_id}/submissions`, t.employee),
    ]) {
      expect(response.statusCode).toBe(404);
    }
  });

  test('pages contain each assignment once', async () => {
    const id = await assignFile([t.employee, second], 'Paged');
    const all = await office.list();
    expect(all.slice(0, 2).map((row) => row.file_id)).toEqual([id, id]);
    const seen: unknown[] = [];
    let before = '';
    do {
      const page = await call('GET', `/api/employee-files?limit=1&before=${before}`);
      seen.push(...page.json());
      before = String(page.headers['x-next-before'] ?? '');
    } while (before !== '');
    expect(seen).toEqual(all);
  });

  test('whole lists that take several queries have each record once, newest first', async () => {
    const count = 450;
    const { db } = t.ctx;
    // Several files of one instant, so that pages end between them.
    const at = (n: number) =>
      `2026-01-01T00:00:${String(Math.floor(n / 50)).padStart(2, '0')}.000Z`;
    const keyOf = (n: number) => `employee-files/${randomUUID().slice(0, -5)}${10_000 + n}.pdf`;
    const keys = Array.from({ length: count }, (_, n) => keyOf(n));
    const file = { kind: 'pdf', media_type: 'application/pdf', size: 1, sha256: '' } as const;
    const objects = keys.map((key, n) => ({ key, ...file, original_name: '', created_at: at(n) }));
    await db.insertInto('objects').values(objects).execute();
    const kind = 'employee-files';
    const documents = keys.map((object_key, n) => ({
      ...({ kind, file_name: `Many ${n}`, object_key, uploaded_at: at(n) } as const),
    }));
    await db.insertInto('documents').values(documents).execute();
    const ids = (await office.files())
      .filter(({ file_name }) => file_name.startsWith('Many '))
      .map(({ file_id }) => file_id);
    expect(new Set(ids).size).toBe(count);
    expect(ids).toEqual(ids.toSorted((one, other) => other - one));
    const assigned = ids.map((file_id) => ({
      file_id,
      user_id: second.userId,
      assigned_at: at(0),
    }));
    await db.insertInto('document_assignments').values(assigned).execute();
    for (const by of [t.admin, second]) {
      const many = (await office.list(by)).filter(({ file_name }) => file_name.startsWith('Many '));
      expect(many.map(({ upload_date }) => upload_date)).toEqual(
        ids.map((_, index) => at(count - 1 - index)),
      );
      expect(new Set(many.map(({ file_id }) => file_id)).size).toBe(count);
      for (const row of many) expect(row.assigned_user_ids).toEqual([second.userId]);
    }
    const group = (await office.grouped()).find(({ id }) => id === second.userId);
    expect(group?.files.filter(({ name }) => name.startsWith('Many '))).toHaveLength(count);
    await db.deleteFrom('documents').where('file_id', 'in', ids).execute();
  });

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

  test('each write updates the open pages of that person and of admins only', async () => {
    let id = 0;
    let assignment = 0;
    let version = 0;
    const put = (user_ids: number[]) => office.put(id, { user_ids });
    const lists = [documentsEvent, badgesEvent];
    const withNotification = [notificationEvent, ...lists];
    const writes: [events: string[], write: () => Promise<unknown>][] = [
      [withNotification, async () => (id = await assignFile([second]))],
      [lists, async () => (version = await submit(assignment, second))],
      [withNotification, () => office.review(version, 'Rejected', 'x')],
      [withNotification, () => office.review(version, 'Complete')],
      [lists, () => office.removeVersion(version)],
      // The notices are withdrawn.
      [[badgesEvent, ...lists], () => put([])],
      [withNotification, () => put([second.userId])],
      [[badgesEvent, ...lists], () => office.remove('employee-files', id)],
    ];
    for (const [events, write] of writes) {
      const { users, admins } = await liveUpdates(t, write);
      expect(users).toEqual(events.map((event) => [[second.userId], event]));
      expect(new Set(admins)).toEqual(new Set(lists));
      assignment ||= await assignmentOf(id, second);
    }
  });
});
