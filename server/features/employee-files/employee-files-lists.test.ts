import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { documentsEvent } from '#contract/documents.ts';
import { notificationEvent } from '#contract/notifications.ts';
import { badgesEvent } from '#contract/portal.ts';
import { startApp, type TestApp, type TestPerson } from '../../../tests/harness/app.ts';
import { onBothDatabases } from '../../../tests/harness/databases.ts';
import { documentsOf } from '../../../tests/harness/documents.ts';
import { employeeFilesOf } from '../../../tests/harness/employee-files.ts';
import { employeeOf } from '../../../tests/harness/employees.ts';

onBothDatabases('lists of employee files', (engine) => {
  let t: TestApp;
  let second: TestPerson;
  const office = employeeFilesOf(() => t);
  const documents = documentsOf(() => t);
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

  const file = async (id: number) => (await office.files()).find((row) => row.file_id === id);

  test('a document of another kind is no employee file', async () => {
    const file_id = await documents.document('reports');
    expect(await office.listOf(file_id)).toEqual([]);
    expect(await file(file_id)).toBeUndefined();
    expect((await office.put(file_id, { file_name: 'x' })).statusCode).toBe(404);
    expect((await office.call('DELETE', `/api/employee-files/${file_id}`)).statusCode).toBe(404);
    const { assignment_id } = await t.ctx.db
      .selectFrom('document_assignments')
      .select('assignment_id')
      .where('file_id', '=', file_id)
      .where('user_id', '=', t.employee.userId)
      .executeTakeFirstOrThrow();
    expect((await office.trySubmit(assignment_id, t.employee)).statusCode).toBe(404);
    const url = `/api/employee-files/${assignment_id}/submissions`;
    expect((await office.call('GET', url, t.employee)).statusCode).toBe(404);
  });

  test('what is blank in a change stays as it is, and nobody is []', async () => {
    const id = await office.handOut([second], 'Blank');
    const before = await file(id);
    const blank = { user_ids: '', file_name: '', version: '' };
    expect((await office.put(id, blank)).statusCode).toBe(200);
    expect(await file(id)).toEqual(before);
    expect((await office.put(id, { user_ids: [] })).statusCode).toBe(200);
    expect((await file(id))?.assigned_user_ids).toEqual([]);
  });

  test('comes in pages that hold each assignment once', async () => {
    const id = await office.handOut([t.employee, second], 'Paged');
    const all = await office.list();
    expect(all.slice(0, 2).map((row) => row.file_id)).toEqual([id, id]);
    const seen: unknown[] = [];
    for (let before = ''; ; ) {
      const page = await office.call('GET', `/api/employee-files?limit=1&before=${before}`);
      seen.push(...page.json());
      before = String(page.headers['x-next-before'] ?? '');
      if (before === '') break;
    }
    expect(seen).toEqual(all);
  });

  test('HEAD shows nobody the list, so nothing is delivered by it', async () => {
    const url = '/api/employee-files';
    const id = await office.handOut([second], 'Not seen');
    const delivered = async () =>
      t.ctx.db
        .selectFrom('document_receipts')
        .select('delivered_at')
        .where('file_id', '=', id)
        .where('delivered_at', 'is not', null)
        .execute();
    await t.app.inject({ method: 'HEAD', url, headers: second.headers });
    expect(await delivered()).toEqual([]);
    await t.app.inject({ url, headers: second.headers });
    expect((await delivered()).length).toBe(1);
  });

  test('is grouped: employees by name, admins with a file, newest first (F7)', async () => {
    await employeeOf(t, second.userId, { first_name: 'Aaron', last_name: "O'Brien" });
    const plain = await t.person('aardvark', 'employee');
    const otherAdmin = await t.person('otto', 'admin');
    const idle = await t.person('ida', 'admin');
    const old = await office.handOut([second], 'Old');
    const recent = await office.handOut([second, otherAdmin], 'Recent');
    const assignment = await office.assignmentOf(old, second);
    const ids = [await office.submit(assignment, second), await office.submit(assignment, second)];
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
    expect(next).toMatchObject({ id: old, name: 'Old' });
    expect(next?.versions).toEqual([
      { id: ids[1], number: 2, status: 'Incomplete', date, url },
      { id: ids[0], number: 1, status: 'Incomplete', date, url },
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
    const id = await office.handOut([leaver, t.employee], 'Shared');
    const assignment = await office.assignmentOf(id, leaver);
    const version = await office.submit(assignment, leaver);
    await office.call('DELETE', `/api/users/${leaver.userId}`);
    expect((await office.listOf(id)).map((row) => row.user_id)).toEqual([t.employee.userId]);
    expect(await file(id)).toMatchObject({
      assigned_user_ids: [t.employee.userId],
      awaiting_user_ids: [],
      reasons: [],
    });
    expect((await office.grouped()).map((entry) => entry.id)).not.toContain(leaver.userId);
    expect((await office.review(version, 'Complete')).statusCode).toBe(404);
    const url = `/api/employee-files/${assignment}/submissions`;
    expect((await office.call('GET', url)).statusCode).toBe(404);
  });

  test('a listing is the receipt of delivery, once, for who reads their own', async () => {
    const id = await office.handOut([second, t.admin, t.employee]);
    const delivered = () =>
      t.ctx.db
        .selectFrom('document_receipts')
        .select(['user_id', 'delivered_at', 'opened_at'])
        .where('file_id', '=', id)
        .orderBy('user_id')
        .execute();
    expect(await delivered()).toEqual([]);
    await office.list(second);
    const at = expect.stringMatching(/^2026-03-02T/);
    const own = { user_id: second.userId, delivered_at: at, opened_at: null };
    const first = await delivered();
    expect(first).toEqual([own]);
    await office.list(second);
    expect(await delivered()).toEqual(first);
    // An admin reads everybody's, and gets the own ones.
    await office.list(t.admin);
    expect((await delivered()).map(({ user_id }) => user_id)).toEqual([
      t.admin.userId,
      second.userId,
    ]);
  });

  test('open pages are told after each write: of the person, of admins, and nobody else', async () => {
    const toUsers = vi.spyOn(t.ctx.realtime, 'toUsers');
    const toAdmins = vi.spyOn(t.ctx.realtime, 'toAdmins');
    /** Whom the last write told of what. */
    const published = async (write: () => Promise<unknown>) => {
      toUsers.mockClear();
      toAdmins.mockClear();
      await write();
      for (const [people] of toUsers.mock.calls) expect(people).toEqual([second.userId]);
      const admins = toAdmins.mock.calls.map(([event]) => event);
      expect(new Set(admins)).toEqual(new Set([documentsEvent, badgesEvent]));
      return toUsers.mock.calls.map(([, event]) => event);
    };
    let id = 0;
    const lists = [documentsEvent, badgesEvent];
    expect(
      await published(async () => {
        id = await office.handOut([second]);
      }),
    ).toEqual([notificationEvent, ...lists]);
    const assignment = await office.assignmentOf(id, second);
    let version = 0;
    expect(
      await published(async () => {
        version = await office.submit(assignment, second);
      }),
    ).toEqual(lists);
    expect(await published(() => office.review(version, 'Rejected', 'x'))).toEqual([
      notificationEvent,
      ...lists,
    ]);
    expect(await published(() => office.review(version, 'Complete'))).toEqual([
      notificationEvent,
      ...lists,
    ]);
    expect(await published(() => office.removeVersion(version))).toEqual(lists);
    expect(await published(() => office.put(id, { user_ids: [] }))).toEqual(lists);
    await office.put(id, { user_ids: [second.userId] });
    expect(await published(() => office.call('DELETE', `/api/employee-files/${id}`))).toEqual(
      lists,
    );
    vi.restoreAllMocks();
  });

  test('is for admins, but for the own assignments', async () => {
    const id = await office.handOut([second]);
    const assignment = await office.assignmentOf(id, second);
    const refused = { code: 'forbidden', error: 'Access denied. Admins only.' };
    for (const url of ['grouped', 'files']) {
      const answer = await office.call('GET', `/api/employee-files/${url}`, t.employee);
      expect([answer.statusCode, answer.json()]).toEqual([403, refused]);
    }
    expect(await office.listOf(id, t.employee)).toEqual([]);
    const foreign = await office.call(
      'GET',
      `/api/employee-files/${assignment}/submissions`,
      t.employee,
    );
    expect([foreign.statusCode, foreign.json()]).toEqual([
      404,
      { code: 'not_found', error: 'There is no such file, or it is not yours to send back.' },
    ]);
  });
});
